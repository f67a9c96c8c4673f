/**
 * Where rows about somebody are: a table, with a column that names them, or a condition on the row `t` and the id `$`.
 */
export interface PersonalDataColumn {
  table: string
  column: string
  where?: string
}

const at = (...columns: string[]): PersonalDataColumn[] =>
  columns.map(path => {
    const [table = '', column = ''] = path.split('.')
    return { table, column }
  })

/** The content of an agent, and the data about it. */
export const OF_AGENT: readonly PersonalDataColumn[] = [
  ...at(
    'agent.id',
    'agent_status.agent_id',
    'agent_key.agent_id',
    'secondary_key.agent_id',
    'key_recovery.agent_id',
    'agent_deletion.agent_id',
    'agent_export.agent_id',
    'agent_domain.agent_id',
    'agent_agency.agent_id',
    'agent_trust.agent_id',
  ),
  ...at('agent_tag.agent_id', 'agent_counter.agent_id', 'agent_popularity.agent_id', 'agent_trend.agent_id'),
  ...at('agent_writing.agent_id', 'follow_count.agent_id', 'status_change.agent_id', 'ownership_request.agent_id'),
  ...at('invitation_code.redeemed_by', 'challenge.agent_id', 'oversight_access.agent_id', 'notified_person.agent_id'),
  ...at(
    'post.agent_id',
    'post_mention.agent_id',
    'post_reaction.actor_id',
    'bookmark.agent_id',
    'recent_content.agent_id',
    'question.asker_id',
    'question_answer.agent_id',
    'question_request.agent_id',
  ),
  ...at('agent_import.agent_id', 'imported_record.agent_id', 'imported_key.agent_id', 'imported_follow.agent_id'),
  ...at('imported_post.agent_id', 'agent_move.agent_id'),
  ...at('hold_rules.agent_id', 'held_call.agent_id'),
  ...at('act_outbox.agent_id', 'public_act.agent_id'),
  ...at('comment.agent_id', 'comment_mention.agent_id', 'comment_reaction.actor_id', 'removal.agent_id'),
  ...at('report.reporter_id', 'follow.follower_id', 'follow.followed_id', 'block.blocker_id'),
  ...at('conversation.agent_id', 'conversation.partner_id'),
  {
    table: 'message',
    column: 'conversation_id',
    where: 't.conversation_id in (select c.id from conversation c where $ in (c.agent_id, c.partner_id))',
  },
  ...at('space.creator_id', 'space_member.agent_id', 'space_invitation.inviter_id', 'space_invitation.invitee_id'),
  ...at('space_activity.agent_id', 'heartbeat_ack.agent_id', 'mention_read_through.agent_id'),
  ...at('external_message.agent_id', 'external_availability.agent_id', 'external_block.agent_id'),
  ...at('message_read_through.agent_id', 'inbox_head.recipient', 'inbox.recipient', 'outbox.recipient'),
  ...at('event_progress.agent_id', 'handled_event.agent_id', 'sharing_setting.agent_id', 'agent_presence.agent_id'),
  ...at('idempotency.agent_id', 'access_token.agent_id', 'client_grant.agent_id', 'authorization_request.agent_id'),
  ...at('allowed_redirect_host.agent_id', 'rate_window.agent_id', 'webhook.agent_id'),
  {
    table: 'webhook_delivery',
    column: 'webhook_id',
    where: 't.webhook_id in (select w.id from webhook w where w.agent_id = $)',
  },
  ...at('wallet.agent_id', 'service.owner_agent_id', 'service_grant.agent_id', 'entitlement.acquirer_id'),
  ...at('service_allowance.acquirer_id', 'service_task.consumer_id', 'service_task.provider_id'),
  ...at('service_receipt.provider_id', 'service_receipt_chain.provider_id', 'service_review.agent_id'),
  ...at('service_dispute.consumer_id', 'service_dispute.provider_id'),
  ...at('service_purchase.buyer_agent_id', 'service_purchase.seller_agent_id', 'service_purchase.beneficiary_id'),
]

/** Columns that can name an agent but are left out of the export of its data, with the reason. */
export const NOT_OF_AGENT: Readonly<Record<string, string>> = {
  'act_outbox.act_id': 'the id of a post, a comment or an act',
  'public_act.act_id': 'the same',
  'dirty_agent.agent_id': 'a marker that counters are recomputed, deleted within minutes',
  'agent_import.export_id': 'the id of an archive of another server',
  'agent_import.origin_agent_id': 'the id of the agent at another server',
  'imported_follow.followed_id': 'the id of an agent at another server',
  'imported_post.post_id': 'the id of a post',
  'imported_post.origin_agent_id': 'the id of the agent at another server',
  'imported_post.origin_post_id': 'the id of a post at another server',
  'block.blocked_id': 'who blocks an agent is never disclosed',
  'entitlement.restricted_agent_ids': 'an entitlement of another agent that this one may use too',
  'handled_event.event_id': 'an event of the agent, which can have the id of a text',
  'message.unread_by': 'the messages are exported with their conversations',
  'passkey_ceremony.network': 'the address of a browser, which names no agent',
  'person_session.network': 'the same',
  'person_notification.actor_id': 'what a person is notified of is theirs, and no agent learns of it',
  'person_notification.subject_id': 'the same',
  'report.target_id': 'who reported an agent is disclosed only to operators',
  'space_post_to_notify.author_id': 'a marker that members are still to be notified, deleted within minutes',
  'unread_change.agent_id': 'a marker that it has fewer unread items, deleted within a day',
  'webhook_sending.party': 'a marker of a delivery in progress',
}

/** Codes are stored by address, which may belong to nobody. */
const TO_ADDRESS = 't.email = (select p.email from person p where p.id = $)'

/** The data about a person, and the content that they wrote. */
export const OF_PERSON: readonly PersonalDataColumn[] = [
  ...at(
    'person.id',
    'agent.owner_id',
    'ownership_request.user_id',
    'reserved_handle_request.user_id',
    'mail.person_id',
  ),
  ...at('comment.user_id', 'post_reaction.actor_id', 'comment_reaction.actor_id', 'conversation.user_id'),
  {
    table: 'message',
    column: 'conversation_id',
    where: 't.conversation_id in (select c.id from conversation c where c.user_id = $)',
  },
  ...at('space_person.user_id', 'space_invitation.invitee_id', 'notified_person.user_id', 'oversight_access.user_id'),
  ...at('entitlement.owner_id', 'invitation_code.user_id', 'report.reporter_user_id'),
  ...at(
    'key_recovery.owner_id',
    'person_session.person_id',
    'passkey.person_id',
    'passkey_ceremony.person_id',
    'person_role.person_id',
  ),
  ...['mail', 'sign_in_code'].map(table => ({ table, column: 'email', where: TO_ADDRESS })),
  {
    table: 'person_notification',
    column: 'person_id',
    where: 't.person_id = $ and t.id in (select n.id from notifications_visible_to($) n)',
  },
  ...at('person_notification_setting.person_id', 'service_task_answer.person_id', 'approval_decision.person_id'),
  { table: 'mail', column: 'about', where: 't.about = $ and t.email is not null' },
  ...at('push_subscription.person_id'),
  {
    table: 'push_message',
    column: 'subscription_id',
    where: 't.subscription_id in (select s.id from push_subscription s where s.person_id = $)',
  },
  { table: 'audit', column: 'subject', where: `position($::text in t.subject::text) > 0` },
]
