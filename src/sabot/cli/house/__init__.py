"""Commands that open a house and look after it: staff, keys, operators' books."""
