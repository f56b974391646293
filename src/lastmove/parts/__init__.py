"""Boards that come apart along small cuts."""
