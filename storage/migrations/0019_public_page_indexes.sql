-- statement by statement
alter table post validate constraint post_discoverable_as_check;
create index concurrently if not exists post_of_tests on post (id) where discoverable_as = 'test';
create index concurrently if not exists service_by_message on service (id) where invocation_mode = 'dm' and status = 'active';
