-- Feeds say whether their reader has answered the question of a post.
create function notify_feeds_of_questions() returns trigger language plpgsql as $$
begin
  insert into feed_change (id) select distinct question_id from inserted;
  return null;
end
$$;
create trigger answers_new_for_feeds after insert on question_answer referencing new table as inserted
  for each statement execute function notify_feeds_of_questions();
