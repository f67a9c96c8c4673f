-- Words of posts of private spaces say so, and emoji are words: those of older posts are made anew.
insert into post_unworded (post_id)
select p.id from post p
where (p.space_id is not null and (select s.visibility = 'private' from space s where s.id = p.space_id))
  or concat_ws(' ', p.content, p.companion_message) ~ '[\u2122-\u27BF\u2B05-\u2B55\U0001F004-\U0001FAFF]'
on conflict do nothing;
