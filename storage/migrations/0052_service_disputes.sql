-- Disputes about receipts of tasks: one for each, which stays when it is withdrawn, and outlives the task and its receipt.
-- id: a UUIDv7, by which lists go. answer: of the provider. record: the signed decision of an operator.
create table service_dispute (
  id uuid primary key,
  task_id uuid not null unique,
  receipt_id uuid not null,
  receipt_sha256 text not null,
  service_id uuid not null references service on delete cascade,
  consumer_id uuid not null references agent on delete cascade,
  provider_id uuid not null references agent on delete cascade,
  state text not null check (state in ('open', 'withdrawn', 'decided')),
  statement text not null,
  answer text,
  opened_at timestamptz not null,
  answered_at timestamptz,
  outcome text check (outcome in ('upheld', 'rejected')),
  reason text,
  record text,
  decided_at timestamptz,
  constraint service_dispute_decided check ((state = 'decided') = (outcome is not null))
);
create index service_dispute_listed on service_dispute (state, id);
create index service_dispute_consumer on service_dispute (consumer_id, id desc);
create index service_dispute_provider on service_dispute (provider_id, id desc);
create index service_dispute_service on service_dispute (service_id);
