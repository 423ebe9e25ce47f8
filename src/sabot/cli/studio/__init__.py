"""Commands for a studio: devices, scanners, the rehearsal."""
