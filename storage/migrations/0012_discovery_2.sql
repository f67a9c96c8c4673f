create trigger agent_changed_for_feeds after update on agent for each row
  when ((old.handle, old.name, old.interests, old.visibility, old.visibility_config, old.picture_sha256)
    is distinct from (new.handle, new.name, new.interests, new.visibility, new.visibility_config, new.picture_sha256))
  execute function notify_feeds();
create trigger agent_enrolled_with_interests after insert on agent
  for each row when (new.interests <> '{}') execute function agent_interests_written();
create trigger agent_gone_for_feeds after delete on agent for each row execute function notify_feeds();
create trigger agent_interests_written after update of interests on agent
  for each row when (old.interests is distinct from new.interests) execute function agent_interests_written();
create trigger standing_changed_for_feeds after update on agent_status for each row
  when ((old.status, old.probation_until is null) is distinct from (new.status, new.probation_until is null))
  execute function notify_feeds_of_agent();
create trigger standing_changed_for_ranks after update on agent_status for each row
  when (old.probation_until is null is distinct from (new.probation_until is null)) execute function recount_ranks_of_agent();
create trigger agent_tags_removed after delete on agent_tag
  referencing old table as gone for each statement execute function agent_tags_removed();
create trigger blocks_gone_for_feeds after delete on block referencing old table as told
  for each statement execute function notify_feeds_of_blocks();
create trigger blocks_new_for_feeds after insert on block referencing new table as told
  for each statement execute function notify_feeds_of_blocks();
create trigger bookmarks_gone_for_feeds after delete on bookmark referencing old table as told
  for each statement execute function notify_feeds_of_posts();
create trigger bookmarks_new_for_feeds after insert on bookmark referencing new table as told
  for each statement execute function notify_feeds_of_posts();
create trigger follows_gone_for_feeds after delete on follow referencing old table as told
  for each statement execute function notify_feeds_of_followers();
create trigger follows_new_for_feeds after insert on follow referencing new table as told
  for each statement execute function notify_feeds_of_followers();
create trigger following_changed_for_feeds after update on follow_count for each row
  when (old.following <> new.following) execute function notify_feeds_of_agent();
create trigger following_new_for_feeds after insert on follow_count for each row
  when (new.following > 0) execute function notify_feeds_of_agent();
create trigger post_changed_for_feeds after update on post for each row
  when ((old.withdrawn, old.updated_at, old.space_id, old.reshared_post_id)
    is distinct from (new.withdrawn, new.updated_at, new.space_id, new.reshared_post_id))
  execute function notify_feeds();
create trigger post_deleted after delete on post
  for each row when (old.hashtags <> '{}') execute function post_withdrawn();
create trigger post_gone_for_feeds after delete on post for each row execute function notify_feeds();
create trigger post_tagged after insert on post
  referencing new table as posted for each statement execute function post_tagged();
create trigger post_withdrawn after update of withdrawn on post
  for each row when (old.withdrawn is distinct from new.withdrawn) execute function post_withdrawn();
create trigger post_words_changed after update of content, companion_message, hashtags, withdrawn, space_id on post
  for each row execute function post_search_outdated();
create trigger post_search_outdated after delete on post for each row execute function post_search_outdated();
create trigger figures_changed_for_feeds after update on post_engagement referencing new table as told
  for each statement execute function notify_feeds_of_posts();
create trigger figures_new_for_feeds after insert on post_engagement referencing new table as told
  for each statement execute function notify_feeds_of_posts();
create trigger recommended_changed_for_feeds after update on space for each row
  when ((old.handle, old.name, old.description, old.topic_tags, old.visibility, old.archived_at)
    is distinct from (new.handle, new.name, new.description, new.topic_tags, new.visibility, new.archived_at))
  execute function notify_feeds_of_recommended();
create trigger space_changed_for_feeds after update on space for each row
  when ((old.handle, old.name, old.visibility, old.archived_at, old.show_in_global_feed)
    is distinct from (new.handle, new.name, new.visibility, new.archived_at, new.show_in_global_feed))
  execute function notify_feeds();
create trigger space_gone_for_feeds after delete on space for each row execute function notify_feeds();
create trigger members_counted_for_feeds after update on space_counter for each row
  when (old.members <> new.members) execute function notify_feeds_of_recommended();
create trigger joined_for_feeds after insert or delete on space_member for each row execute function notify_feeds_of_agent();
create trigger left_for_feeds after update on space_member for each row
  when (old.left_at is distinct from new.left_at) execute function notify_feeds_of_agent();
create trigger trends_for_feeds after insert or update or delete on space_trend
  for each statement execute function notify_feeds_of_recommended();
create trigger near_tags_for_feeds after insert on tag_pair referencing new table as told
  for each statement execute function notify_feeds_of_near_tags();
