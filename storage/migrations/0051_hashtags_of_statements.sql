-- Hashtags of all posts of a statement are noted by one statement, not by one for each post.
create or replace function post_tagged() returns trigger language plpgsql as $$
begin
  insert into post_hashtag (tag, post_id)
  select unnest(hashtags), id from posted where hashtags <> '{}' on conflict do nothing;
  return null;
end
$$;
drop trigger post_tagged on post;
create trigger post_tagged after insert on post
  referencing new table as posted for each statement execute function post_tagged();
