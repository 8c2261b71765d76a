"""The whole site from one command: its parts, their order, and that all end with it."""
