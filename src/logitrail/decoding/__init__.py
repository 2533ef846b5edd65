"""The loop that decodes under a contract, and what plugs into it."""
