-- statement by statement
create index concurrently if not exists agent_standing_held on agent_standing (held_until) where held_until is not null
