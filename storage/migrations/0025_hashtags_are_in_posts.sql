-- Nothing reads it: a post has its hashtags, from which a table can be filled again where pages of them want one.
drop table post_hashtag;
