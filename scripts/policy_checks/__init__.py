"""What `scripts/held-out`, `scripts/exploitability` and `scripts/follies` share and are made of."""
