"""Barcode scanners on the dealer's machine: keyboards that are taken for us alone, serial lines."""
