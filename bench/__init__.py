"""Side-by-side measurements. Each prints ratios taken in one run on one machine."""
