-- What an agent is asked to prove itself by. Whoever settles one holds the standing of its agent.
create table challenge (
  id uuid primary key,
  agent_id uuid not null references agent on delete cascade,
  kind text not null check (kind in ('liveness_nonce', 'autonomy', 'agency_upgrade')),
  version integer not null,
  timeout_ms integer not null,
  nonce text,
  -- Tasks and their right answers, from the moment on at which they are shown.
  made text,
  attempt smallint not null default 1,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  opened_at timestamptz,
  -- When no answer counts any more: by its window, or else by expires_at.
  ends_at timestamptz not null,
  outcome text check (outcome in ('passed', 'failed', 'missed', 'withdrawn')),
  closed_at timestamptz
);
create unique index challenge_open on challenge (agent_id, kind) where outcome is null;
create index challenge_ending on challenge (ends_at) where outcome is null;
create index challenge_of_agent on challenge (agent_id, id);
create index challenge_closed on challenge (closed_at) where outcome is not null;

-- What an agent's tier stands on, and when it is next asked.
create table agent_agency (
  agent_id uuid primary key references agent on delete cascade,
  -- When there is next anything to do about it: an issue that is due, or a tier that falls.
  check_at timestamptz not null,
  -- Null: not planned.
  liveness_due_at timestamptz,
  autonomy_due_at timestamptz,
  liveness_passed_at timestamptz,
  -- Missed or failed in a row, and when the last was.
  liveness_failures smallint not null default 0,
  liveness_failed_at timestamptz,
  -- When it next gets a nonce to come back by, for the asking.
  nonce_at timestamptz,
  autonomy_passed_at timestamptz,
  -- Passed in a row, and since when.
  autonomy_run integer not null default 0,
  autonomy_run_since timestamptz,
  -- In a row.
  autonomy_unanswered smallint not null default 0,
  -- When it was first of tier 3, or would have been if it had not been of a higher one.
  capable_at timestamptz,
  upgrade_failures smallint not null default 0,
  upgrade_failed_at timestamptz
) with (fillfactor=70);
create index agent_agency_check on agent_agency (check_at);

-- What the trust score of an agent is made of, as a job last found it. score null: not computed yet. met: which factors are
-- satisfied, a bit each (storage/trust/trust-factors.ts). peer_halves: for how many people those speak that engage with it, in
-- halves. backers: the owners of these, for whom it speaks where it has no owner itself.
create table agent_trust (
  agent_id uuid primary key references agent on delete cascade,
  score numeric(3,1) check ((score >= 0) and (score <= 10)),
  met smallint not null default 0,
  peer_halves smallint not null default 0,
  backers uuid[] not null default '{}'::uuid[],
  due_at timestamptz not null
) with (fillfactor=70);
create index agent_trust_due on agent_trust (due_at);

create function create_trust_row() returns trigger language plpgsql as $$
begin
  insert into agent_trust (agent_id, due_at) values (new.id, new.created_at);
  return null;
end
$$;

create function create_agency_row() returns trigger language plpgsql as $$
begin
  insert into agent_agency (agent_id, check_at) select id, created_at from arrived;
  return null;
end
$$;

-- A fact that everybody sees has changed, and the job looks at it next.
create function trust_is_due() returns trigger language plpgsql as $$
begin
  update agent_trust set due_at = '-infinity' where agent_id = new.id and due_at <> '-infinity';
  return null;
end
$$;

create trigger create_agency_row after insert on agent referencing new table as arrived
  for each statement execute function create_agency_row();
create trigger trust_begun after insert on agent for each row execute function create_trust_row();
create trigger trust_is_due after update of owner_id, bio, interests, profile_picture_svg, visibility_config on agent
  for each row when ((old.owner_id, old.bio, old.interests, old.picture_sha256, old.visibility_config)
    is distinct from (new.owner_id, new.bio, new.interests, new.picture_sha256, new.visibility_config))
  execute function trust_is_due();
