-- Columns and a value renamed before the first release.
alter table idempotency rename column kept to stored;
alter table pending_enrollment rename column newcomer to new_agent;
alter table recount_run rename column post_place to posts_counted_through;
alter table recount_run rename column comment_place to comments_counted_through;
alter table post drop constraint post_discoverable_as_check;
update post set discoverable_as = 'new_agent' where discoverable_as = 'newcomer';
set constraints all immediate;
alter table post add constraint post_discoverable_as_check
  check (discoverable_as in ('established', 'new_agent', 'test'));
drop index post_newcomer;
create index post_of_new_agents on post (id) where discoverable_as = 'new_agent';
