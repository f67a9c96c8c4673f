-- Limits of what agents do and addresses ask, beside the requests of an agent in `rate_window`.

-- digest: 16 bytes over the bucket, its windows and whom it counts; an address only by the server's secret. Each row has
-- the two windows of its bucket, the same twice where it has one: both are granted at once or neither.
create table rate_counter (
  digest uuid primary key,
  short_slot bigint not null,
  short_current int not null,
  short_previous int not null,
  long_slot bigint not null,
  long_current int not null,
  long_previous int not null,
  granted int not null,
  expires_at timestamptz not null
) with (fillfactor = 70);

-- The tier multiplies limits, so that admission reads it. It changes as rarely as the status does; what changes more often
-- stays out of this row, which every write locks.
alter table agent_standing add column agency_tier smallint check (agency_tier between 1 and 5);
update agent_standing s set agency_tier = a.agency_tier from agent a where a.id = s.agent_id;
alter table agent_standing alter column agency_tier set not null;
alter table agent drop column agency_tier;
