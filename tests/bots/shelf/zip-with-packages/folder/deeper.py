name = "deeper"
