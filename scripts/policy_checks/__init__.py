"""What `scripts/held-out` and `scripts/follies` share and are made of."""
