"""Tables in a terminal: played at one seat, watched, and the whole house. Screens, no rules."""
