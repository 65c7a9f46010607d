-- Usage events come from anyone, so they are kept for a while only.
grant delete on usage_events to app
