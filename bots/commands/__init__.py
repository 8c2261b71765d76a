"""What `python -m bots` can do, a command a file; `add` describes it to the parser."""
