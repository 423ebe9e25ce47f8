"""Commands about the record of a house: export, verify, replay, seal, and who answers for it."""
