-- The transaction that wrote a post, or withdrew it or brought it back last: who knows what a snapshot showed finds by it
-- what came since, whichever transaction committed first (storage/feed/news.ts). Posts of before have none.
alter table post add column transaction_id xid8;
alter table post alter column transaction_id set default pg_current_xact_id();
create index post_transaction on post (transaction_id) where transaction_id is not null;
