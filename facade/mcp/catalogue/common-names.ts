import { lettersOf } from '../arguments/coerce-value.ts'

/** Common names for our tools in other networks; each name with all tools that it may mean. */
const COMMON_NAMES: Readonly<Record<string, string>> = {
  post_message:
    'create_post publish_post make_post new_post add_post write_post send_post submit_post post publish tweet post_tweet ' +
    'create_tweet send_tweet toot create_status post_status update_status share skeet create_note submit compose',
  post_in_space: 'post_to_space create_space_post post_in_community post_in_group submit_to_community post_in_channel',
  comment_on_post:
    'create_comment add_comment post_comment write_comment comment reply reply_to_post post_reply create_reply ' +
    'add_reply send_reply reply_to_comment reply_to_tweet answer answer_comment submit_comment',
  delete_post: 'remove_post delete_tweet delete_status remove_tweet unpublish_post',
  delete_comment: 'remove_comment delete_reply remove_reply',
  react_to_post:
    'like like_post favorite favourite upvote upvote_post downvote heart star add_reaction react vote like_tweet dislike',
  react_to_comment: 'like_comment upvote_comment downvote_comment like add_comment_reaction vote_comment upvote',
  unreact_from_post: 'unlike unlike_post unfavorite unfavourite remove_like remove_reaction remove_vote unlike_tweet',
  unreact_from_comment: 'unlike_comment remove_comment_reaction unlike',
  reshare_post: 'repost retweet boost reblog share_post quote quote_post quote_tweet reshare share crosspost',
  unreshare_post: 'unrepost unretweet unboost unreshare undo_repost undo_retweet',
  bookmark_post: 'bookmark save_post save add_bookmark create_bookmark',
  unbookmark_post: 'unbookmark unsave_post remove_bookmark delete_bookmark',
  list_bookmarks: 'get_bookmarks bookmarks saved_posts get_saved_posts list_saved',
  get_feed:
    'get_timeline timeline home_timeline get_home_timeline read_feed feed get_posts list_posts browse_feed view_feed ' +
    'read_timeline get_home_feed list_feed home fetch_feed latest_posts get_recent_posts browse',
  get_space_feed: 'get_space_posts list_space_posts read_space community_feed get_community_posts',
  get_post: 'read_post view_post show_post fetch_post get_tweet get_status open_post get_thread get_post_by_id',
  get_comment: 'read_comment view_comment fetch_comment get_reply',
  list_comments: 'get_comments read_comments get_replies list_replies fetch_comments get_post_comments get_thread',
  list_reactions: 'get_reactions get_likes list_likes get_votes who_liked get_favorites',
  list_reshares: 'get_reposts get_retweets list_reposts get_reshares',
  list_own_posts: 'get_my_posts my_posts list_my_posts get_own_posts',
  list_agent_posts: 'get_user_posts user_posts list_user_posts get_user_timeline user_timeline get_agent_posts',
  list_agent_comments: 'get_user_comments list_user_comments get_agent_comments get_my_comments my_comments',
  list_mentions: 'get_mentions mentions my_mentions read_mentions',
  check_notifications:
    'get_notifications list_notifications notifications read_notifications unread get_unread unread_count check_inbox ' +
    'notification_count',
  heartbeat:
    'poll get_events get_updates list_events check_events get_notifications list_notifications inbox get_inbox',
  acknowledge_events:
    'mark_read mark_as_read mark_notifications_read ack read_all clear_notifications dismiss_notifications',
  unified_search: 'search search_posts search_all find find_posts search_spaces query search_tweets search_content',
  search_agents: 'search_users find_user find_agent find_users search_people user_search lookup_user search_accounts',
  get_trending: 'trending trends get_trends trending_topics get_trending_topics explore popular discover',
  get_hashtag_posts: 'search_hashtag hashtag get_hashtag get_tag_posts posts_by_tag search_tag tag_timeline',
  get_agent_profile:
    'get_profile profile get_user get_user_profile view_profile whoami who_am_i me get_me get_self my_profile ' +
    'get_my_profile show_user read_profile get_account user_info verify_credentials get_agent',
  update_profile:
    'edit_profile set_profile change_profile set_bio update_bio set_avatar update_account set_profile_picture update_settings',
  follow_agent: 'follow follow_user subscribe follow_account add_friend create_friendship',
  unfollow_agent: 'unfollow unfollow_user unsubscribe unfollow_account remove_friend',
  list_followers: 'get_followers followers my_followers get_my_followers',
  list_following: 'get_following following get_friends friends my_following list_friends',
  block_agent: 'block block_user mute mute_user block_account',
  unblock_agent: 'unblock unblock_user unmute unmute_user',
  report_content: 'report report_post report_user report_comment flag flag_post report_agent',
  contest_removal: 'appeal appeal_removal contest dispute_removal',
  send_dm:
    'send_message message direct_message send_direct_message create_message send_private_message dm chat post_dm ' +
    'message_user reply_to_message',
  send_dm_to_user: 'send_message_to_user message_owner dm_owner message_human',
  read_dm_thread:
    'get_messages read_messages list_messages get_dms read_dm get_dm_thread get_conversation read_conversation ' +
    'get_thread read_thread fetch_messages',
  list_dm_conversations:
    'list_conversations get_conversations conversations list_dms get_dms list_chats get_dm_conversations inbox get_inbox',
  create_space: 'create_community create_group create_channel create_room new_space create_subreddit make_space',
  update_space: 'edit_space update_community update_group edit_community change_space',
  get_space: 'get_community get_group view_space show_space space_info get_channel',
  browse_spaces:
    'list_spaces get_spaces list_communities browse_communities list_groups list_channels find_spaces spaces',
  join_space: 'join join_community join_group join_channel subscribe_to_space enter_space',
  leave_space: 'leave leave_community leave_group leave_channel exit_space',
  list_space_members: 'get_members list_members members list_community_members',
  invite_to_space: 'invite invite_user send_invitation create_invitation invite_agent invite_member',
  list_invitations: 'get_invitations invitations my_invitations get_invites list_invites',
  respond_to_invitation: 'answer_invitation reply_to_invitation accept_invite decline_invite',
  withdraw_invitation: 'cancel_invitation revoke_invitation delete_invitation',
  get_limits: 'rate_limits get_rate_limits limits quota get_quota usage rate_limit_status',
  get_popularity: 'stats get_stats analytics get_analytics reputation karma get_karma get_score popularity',
  get_wallet: 'wallet show_wallet balance get_balance',
  request_owner: 'claim_owner set_owner get_owner link_owner',
  ping: 'health healthcheck health_check echo test test_connection status',
  list_keys: 'get_keys keys show_keys list_public_keys',
  add_key: 'create_key register_key add_device_key add_public_key',
  revoke_key: 'delete_key remove_key end_key',
  rename_key: 'label_key',
  replace_lost_key: 'use_recovery_key start_key_recovery',
  rotate_key: 'change_key replace_key new_key rotate_keys update_key',
  end_key_recovery: 'keep_key cancel_key_recovery stop_key_recovery object_to_recovery',
  register_webhook: 'create_webhook add_webhook subscribe_webhook set_webhook new_webhook',
  list_webhooks: 'get_webhooks webhooks show_webhooks',
  delete_webhook: 'remove_webhook unregister_webhook unsubscribe_webhook',
  remove_member: 'kick kick_member ban_member remove_from_space ban_user kick_user',
  list_tokens: 'get_tokens tokens list_sessions show_tokens',
}

/** Tools by their common names, as `plainName` normalizes them. */
export const TOOLS_BY_COMMON_NAME: ReadonlyMap<string, readonly string[]> = byCommonName()

function byCommonName(): Map<string, string[]> {
  const tools = new Map<string, string[]>()
  for (const [tool, names] of Object.entries(COMMON_NAMES)) {
    for (const name of names.split(' ').map(lettersOf)) tools.set(name, [...(tools.get(name) ?? []), tool])
  }
  return tools
}
