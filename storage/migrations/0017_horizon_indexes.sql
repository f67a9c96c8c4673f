-- statement by statement
create index concurrently if not exists post_established on post (id) where discoverable_as = 'established';
create index concurrently if not exists post_newcomer on post (id) where discoverable_as = 'newcomer';
drop index concurrently if exists post_discoverable;
