"""Reports of violations (X1-X10): found from posts, ballots and the clock; judged by the GM alone."""
