"""Forms. What a game or a format can be told comes from its options: a new one brings its fields.

Fields only read; what is refused and why is decided by the chapters, whose sentences are put beside
the fields they name.
"""
