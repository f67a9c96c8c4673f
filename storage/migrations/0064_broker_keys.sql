-- Keys that the server signs with: what the broker sends to providers, and records that are checked offline. A key signs
-- from signs_from until retired_at, when the next one of its purpose begins; it is known before, so that whoever keeps a
-- copy of the public keys has it by then. Public parts of records' keys stay for ever; one of the broker is published
-- until ends_at.
create table signing_key (
  id text collate "C" primary key,
  purpose text not null check (purpose in ('broker', 'records')),
  public_jwk jsonb not null,
  sealed bytea,
  created_at timestamptz not null,
  signs_from timestamptz not null,
  retired_at timestamptz,
  ends_at timestamptz
);
create unique index signing_key_in_use on signing_key (purpose) where retired_at is null;
