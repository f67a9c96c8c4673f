-- Who was proven from an address of late, for all processes: what others fail there locks none of them out.
-- address, claim: 16 bytes each, which tell neither without the server's secret.
create table proven_claim (
  address uuid not null,
  claim uuid not null,
  expires_at timestamptz not null,
  primary key (address, claim)
);
create index proven_claim_expiry on proven_claim using brin (expires_at);
