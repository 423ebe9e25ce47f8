"""HTTP: what is asked once and answered once, beside the socket that tells what goes on."""
