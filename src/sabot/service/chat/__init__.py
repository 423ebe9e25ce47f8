"""Chat at tables and private support: text, flood control, moderation, rooms (F227 to F229)."""
