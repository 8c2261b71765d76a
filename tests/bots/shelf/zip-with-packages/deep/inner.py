name = "deep"
