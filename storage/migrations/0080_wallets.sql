-- Where an agent is paid. A row stays when its address goes, so that no statement of before binds it again.
create table wallet (
  agent_id uuid primary key references agent (id) on delete cascade,
  -- In EIP-55; both null while none is bound.
  address text check (address ~ '^0x[0-9a-fA-F]{40}$'),
  attested_at timestamptz,
  unbound_at timestamptz,
  check ((address is null) = (attested_at is null))
);
