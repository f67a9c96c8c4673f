-- Who enrolls and has to pass a challenge before: one for each key and one for each handle, which are held meanwhile.
create table pending_enrollment (
  key_identity bytea primary key,
  handle text collate "C" not null constraint pending_enrollment_handle_unique unique,
  -- The one that is to be answered.
  challenge_id uuid not null,
  -- What was asked for, as JSON, and its digest.
  newcomer text not null,
  request_sha256 bytea not null,
  -- Whether the holder of the key asked for it, as far as known.
  is_proven boolean not null,
  -- The invitation code that is held.
  code_digest bytea,
  began_at timestamptz not null,
  held_until timestamptz not null,
  expires_at timestamptz not null
);
create index pending_enrollment_of_code on pending_enrollment (code_digest) where code_digest is not null;
create index pending_enrollment_expires on pending_enrollment (expires_at);

-- The tasks of one attempt. It outlives its enrollment, so that who lost an answer is told what became of it.
create table enrollment_challenge (
  id uuid primary key,
  key_identity bytea not null,
  key_pem text not null,
  attempt integer not null,
  version integer not null,
  -- Tasks with their right answers, as JSON: the members of tasks stand in their order.
  made text not null,
  opens_at timestamptz not null,
  closes_at timestamptz not null,
  -- What it is for.
  request_sha256 bytea not null,
  expires_at timestamptz not null
);
create index enrollment_challenge_expires on enrollment_challenge (expires_at);

-- How often the holder of a key failed of late; at the most it is locked out until the row expires.
create table enrollment_failures (
  key_identity bytea primary key,
  failures integer not null check (failures > 0),
  failed_at timestamptz not null,
  expires_at timestamptz not null
);
create index enrollment_failures_expires on enrollment_failures (expires_at);
