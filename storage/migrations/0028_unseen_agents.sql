-- Agents that counts of follows leave out; those that agent_visible_to leaves out for all others, once a job has looked.
create table unseen_agent (agent_id uuid primary key);

-- One row. place: agents up to it are compared with the rules in the run under way; null: none is.
create table figures_run (
  is_only boolean primary key default true check (is_only),
  place uuid
);
insert into figures_run default values;
