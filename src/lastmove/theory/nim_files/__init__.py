"""Nim on files of heaps: as fast as a file can be read, or with as little memory as the paper promises."""
