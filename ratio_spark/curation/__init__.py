"""What people do with lexicons: check them, see how they fire, find new markers and judge them."""
