"""What others need to reach a table: commands, replies, the link, chips not yet bet."""
