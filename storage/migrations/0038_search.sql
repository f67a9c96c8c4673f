-- What posts are searched by: their words, made by a job (tools/search/post-words.job.ts), with their places. A row without
-- words: the post has none, or it is withdrawn.
create table post_words (
  post_id uuid primary key,
  words tsvector not null
);

-- The list of pending entries makes many posts cheap to index; each search reads all of it, so that it is kept short.
create index post_words_search on post_words using gin (words) with (fastupdate = on, gin_pending_list_limit = 512);

-- Stretches of posts in the order of their ids. The words of a post name its bucket, and those of 8, 64, ... buckets that
-- it lies in, so that a search finds the newest posts first, however many there are.
create table post_bucket (
  number int primary key,
  first_id uuid not null unique,
  posts int not null check (posts >= 0)
);

-- Posts whose words are to be made anew.
create table post_unworded (
  post_id uuid primary key
);

-- What an author or moderation takes back is found by nobody from then on, and what is there again, by and by.
create function post_words_outdated() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from post_words where post_id = old.id;
    return null;
  end if;
  update post_words set words = '' where post_id = new.id;
  if new.withdrawn is null then
    insert into post_unworded (post_id) values (new.id) on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger post_words_outdated after delete on post for each row execute function post_words_outdated();
create trigger post_words_changed after update of content, companion_message, hashtags, withdrawn, space_id on post
  for each row execute function post_words_outdated();

-- As those of agents: null until they are known.
alter table space add column search_words tsvector;
create index space_search on space using gin (search_words) with (fastupdate = off);
create index space_unsearchable on space (id) where search_words is null;

create function space_words_outdated() returns trigger language plpgsql as $$
begin
  new.search_words := null;
  return new;
end
$$;
create trigger space_words_outdated before update of handle, name, description, topic_tags on space
  for each row execute function space_words_outdated();

-- They know interests and typos from now on.
update agent set search_words = null;
