"""Every board of a family at once, with proof."""
