-- Agents whose words the figures of posts and comments leave out; those that agent_heard leaves out, once a job has
-- looked. Who writes figures goes by this table, so that a figure loses what it gained, whatever the rule says by then.
create table unheard_agent (agent_id uuid primary key);
