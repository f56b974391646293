"""Commands that play: on the terminal, in the browser, as plain files."""
