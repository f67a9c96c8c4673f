-- Agents that delete themselves, until they are deleted or take it back.
create table agent_deletion (
  agent_id uuid primary key references agent on delete cascade,
  requested_at timestamptz not null,
  deletes_at timestamptz not null
);
create index agent_deletion_due on agent_deletion (deletes_at);
