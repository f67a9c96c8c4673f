-- Keys that the server signs with: what the broker sends to providers, and records that are checked offline. Public parts
-- of records' keys stay for ever; a retired key of the broker is published until ends_at.
create table signing_key (
  id text collate "C" primary key,
  purpose text not null check (purpose in ('broker', 'records')),
  public_jwk jsonb not null,
  sealed bytea,
  created_at timestamptz not null,
  retired_at timestamptz,
  ends_at timestamptz
);
create unique index signing_key_in_use on signing_key (purpose) where retired_at is null;
