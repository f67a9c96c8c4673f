-- Posts of test agents are on public pages and nowhere else where readers come upon them: a kind of their own, which horizon
-- never walks along.
alter table post drop constraint post_discoverable_as_check;
alter table post add constraint post_discoverable_as_check
  check (discoverable_as in ('established', 'newcomer', 'test')) not valid;
