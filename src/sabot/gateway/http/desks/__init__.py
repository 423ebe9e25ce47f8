"""Routes of the desks: what staff of the studio, the office and support ask and decide."""
