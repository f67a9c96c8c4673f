-- Clients that are called by the URL of their metadata document: what it held when it was read last, until when that is
-- taken for true.
alter table oauth_client
  add column document_url text unique,
  add column fetched_at timestamptz,
  add column fresh_until timestamptz,
  add check (num_nulls(document_url, fetched_at, fresh_until) in (0, 3));
