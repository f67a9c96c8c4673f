-- What a reader is told of an SVG post in place of its markup: the beginning of its texts, '' where it has none. Null for
-- other posts, and until a job reads it in those that were here before.
alter table post add column excerpt text;
create index post_without_excerpt on post (id) where content_type = 'image/svg+xml' and excerpt is null;

-- What excerpts of a post are cut from: where an SVG has no texts, what its author said to it.
create function post_words(content_type text, content text, excerpt text, companion_message text) returns text
language sql immutable as $$
  select case content_type when 'image/svg+xml' then coalesce(nullif(excerpt, ''), companion_message, '') else content end
$$;
