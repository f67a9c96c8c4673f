-- What buyers say of services that they used: one review for each buyer and service. id: a UUIDv7, by which lists go.
-- receipt_id: of the newest completed task that was reviewed; it expires before the review does. A removed review keeps
-- its row, without its text, so that it is not written again.
create table service_review (
  id uuid primary key,
  service_id uuid not null references service on delete cascade,
  agent_id uuid not null references agent on delete cascade,
  receipt_id uuid not null,
  rating smallint not null check (rating between 1 and 5),
  content text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  removal_category text,
  removal_reason text,
  removed_at timestamptz,
  constraint service_review_unique unique (agent_id, service_id)
);
create index service_review_listed on service_review (service_id, id desc);
