"""Routes of the back office: lists and figures of everything that was played."""
