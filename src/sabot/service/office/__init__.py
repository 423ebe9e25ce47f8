"""Acts of staff about money and time: credits, golden chips, expiry, voids, four eyes."""
