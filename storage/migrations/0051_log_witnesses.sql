-- Signatures of witnesses under a checkpoint, as lines of its note.
alter table log_checkpoint add column cosignatures text[] not null default '{}';

-- The size up to which each witness has verified the log.
create table log_witness (
  name text primary key,
  size bigint not null
);
