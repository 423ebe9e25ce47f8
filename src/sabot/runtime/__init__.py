"""The running table: the task that owns a table, decides, stores and publishes."""
