"""The revisions, one file each, oldest first by number. A released one is never edited."""
