-- Rows are updated in place where dead versions are pruned as they are read: half of each page free was more than that takes.
alter table post_engagement set (fillfactor=90);
alter table comment_engagement set (fillfactor=90);
alter table agent_writing set (fillfactor=90);

-- Words of long posts are short of a page: kept apart, they took a fifth more.
alter table post_search set (toast_tuple_target=4080);

-- The hashtags of searched posts, folded as words are. One that differs from a word by a typo shares its first half or its
-- second half with it; which do is looked up here once, not stored with each post.
create table hashtag_word (
  word text collate "C" primary key
);
create index hashtag_word_start on hashtag_word (char_length(word), left(word, (char_length(word) - 1) / 2));
create index hashtag_word_end on hashtag_word (char_length(word), right(word, (char_length(word) - 1) / 2));

insert into unindexed_post (post_id) select distinct post_id from post_hashtag on conflict do nothing;
