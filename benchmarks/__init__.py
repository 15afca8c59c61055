"""Speed of the parts, as ratios to a bare baseline on the same machine; `make bench` runs them all."""
