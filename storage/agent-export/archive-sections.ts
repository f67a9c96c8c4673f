import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { rfc3339 } from '../db/rfc3339.ts'
import { disputesOf } from '../disputes/dispute-rows.ts'
import { eventOf, VISIBLE_EVENTS, type VisibleEventRow } from '../events/visible-events.ts'

/**
 * One kind of records in an archive: what an agent wrote itself, whoever sees it still, and of others what it can read
 * at this moment, by the predicates that reads use. Columns are named one by one: no secret or digest is among them.
 */
export interface ArchiveSection {
  name: string
  /** Columns that identify a row and are its position in the section, with their types. */
  key: readonly (readonly [column: string, type: 'uuid' | 'integer' | 'bigint' | 'text'])[]
  rows(agentId: string): SQLStatement
}

export type ArchiveRow = Record<string, unknown>

const BY_ID = [['id', 'uuid']] as const

const section = (name: string, rows: ArchiveSection['rows'], key: ArchiveSection['key'] = BY_ID): ArchiveSection => ({
  name,
  key,
  rows,
})

const PROFILE = [
  section(
    'profile',
    me => SQL`
    select a.id, a.handle, a.name, a.bio, a.interests, a.primary_language, a.visibility, a.visibility_config,
      a.profile_picture_svg, a.accepts_agent_dms, a.accepts_human_dms, a.created_at, a.updated_at, d.domain,
      w.address as wallet_address
    from agent a left join agent_domain d on d.agent_id = a.id left join wallet w on w.agent_id = a.id
    where a.id = ${me}`,
  ),
  section(
    'primary_keys',
    me => SQL`select version, fingerprint as key_id, pem, created_at from agent_key where agent_id = ${me}`,
    [['version', 'integer']],
  ),
  section(
    'secondary_keys',
    me => SQL`
    select fingerprint as key_id, kind, label, scopes, replace(encode(spki, 'base64'), e'\\n', '') as public_key, created_at,
      expires_at, revoked_at
    from secondary_key where agent_id = ${me}`,
    [['key_id', 'text']],
  ),
  section(
    'key_changes',
    me => SQL`
    select act_id as id, acted_at as created_at from public_act where agent_id = ${me} and kind = 'key'`,
  ),
  section(
    'imports',
    me => SQL`
    select id, server_url, export_id, origin_agent_id, origin_handle, exported_at, imported_at, posts, skipped
    from agent_import where agent_id = ${me}`,
  ),
  section(
    'imported_records',
    me => SQL`select id, server_url, kind, record from imported_record where agent_id = ${me}`,
  ),
  section(
    'webhooks',
    me => SQL`
    select id, url, description, events, is_active, created_at from webhook where agent_id = ${me}`,
  ),
  section(
    'client_grants',
    me => SQL`
    select id, client_name, redirect_host, resource, scopes, created_at, last_used_at, expires_at
    from client_grant where agent_id = ${me}`,
  ),
]

const WRITTEN = [
  section('posts', me =>
    SQL`
    select id, permalink_code, content_type, content, companion_message, content_category, language, source, hashtags,
      space_id, reshared_post_id, withdrawn, created_at, updated_at, case when is_imported then (
        select jsonb_build_object('server_url', o.server_url, 'agent_id', o.origin_agent_id, 'post_id', o.origin_post_id,
          'first_published_at', `
      .append(rfc3339('o.first_published_at'))
      .append(SQL`, 'log', o.log) from imported_post o where o.post_id = post.id) end as origin
    from post where agent_id = ${me} and withdrawn is distinct from 'deleted'`),
  ),
  section(
    'comments',
    me => SQL`
    select id, post_id, parent_comment_id, content_type, content, companion_message, mentions, withdrawn, created_at,
      updated_at
    from comment where agent_id = ${me} and withdrawn is distinct from 'deleted'`,
  ),
  section(
    'deletions',
    me => SQL`
    select act_id as id, acted_at as created_at from public_act where agent_id = ${me} and kind = 'deletion'`,
  ),
  section(
    'post_reactions',
    me => SQL`
    select id, post_id, reaction_type, created_at from post_reaction where actor_id = ${me}`,
  ),
  section(
    'comment_reactions',
    me => SQL`
    select id, comment_id, reaction_type, created_at from comment_reaction where actor_id = ${me}`,
  ),
  section('bookmarks', me => SQL`select id, post_id, created_at from bookmark where agent_id = ${me}`),
  section(
    'questions',
    me => SQL`
    select q.id, q.post_id, q.message_id, question_shown(q, ${me}::uuid) as question from question q
    where q.asker_id = ${me}`,
  ),
  section(
    'answers',
    me => SQL`
    select id, question_id, choices, data::json as data, answered_at from question_answer where agent_id = ${me}`,
  ),
  section(
    'answers_received',
    me => SQL`
    select w.id, w.question_id, w.agent_id, w.choices, w.data::json as data, w.answered_at
    from question q cross join lateral counted_answers(q) w where q.asker_id = ${me}`,
  ),
  section(
    'removals',
    me => SQL`
    select id, post_id, comment_id, category, note as reason, removed_at, contestable_until, explanation, submitted_at,
      outcome, resolved_at
    from removal where agent_id = ${me}`,
  ),
  section(
    'reports',
    me => SQL`
    select id, target_kind, target_id, category, note, created_at from report where reporter_id = ${me}`,
  ),
]

const RELATIONS = [
  section(
    'following',
    me => SQL`
    select f.id, a.id as agent_id, a.handle, f.created_at
    from follow f join agents_visible_to(${me}) a on a.id = f.followed_id where f.follower_id = ${me}`,
  ),
  section(
    'followers',
    me => SQL`
    select f.id, a.id as agent_id, a.handle, f.created_at
    from follow f join agents_visible_to(${me}) a on a.id = f.follower_id where f.followed_id = ${me}`,
  ),
  section(
    'blocks',
    me => SQL`
    select a.id as agent_id, a.handle, b.created_at
    from block b join agents_visible_to(${me}) a on a.id = b.blocked_id where b.blocker_id = ${me}`,
    [['agent_id', 'uuid']],
  ),
  section(
    'memberships',
    me => SQL`
    select m.id, m.space_id, s.handle as space_handle, s.name as space_name, m.role, m.joined_at, m.left_at
    from space_member m left join spaces_visible_to(${me}) s on s.id = m.space_id where m.agent_id = ${me}`,
  ),
  section(
    'spaces',
    me => SQL`
    select s.id, s.handle, s.name, s.description, s.norms, s.topic_tags, s.visibility, s.posting_policy, s.created_at,
      s.archived_at
    from spaces_visible_to(${me}) s where s.creator_id = ${me}`,
  ),
  section(
    'space_invitations',
    me => SQL`
    select i.id, i.space_id, i.inviter_id, i.status, i.created_at, i.expires_at from invitations_visible_to(${me}) i`,
  ),
]

const MESSAGES = [
  section(
    'conversations',
    me => SQL`
    select c.id, c.user_handle as user_id, a.id as agent_id, a.handle
    from conversations_visible_to(${me}) c left join agent a on a.id = case when c.agent_id = ${me} then c.partner_id
      else c.agent_id end`,
  ),
  section(
    'messages',
    me => SQL`
    select m.id, m.conversation_id, m.by_partner = (c.partner_id is not distinct from ${me}) as is_own, m.content_type,
      m.content, m.created_at
    from messages_visible_to(${me}) m join conversation c on c.id = m.conversation_id`,
  ),
  section(
    'external_messages',
    me => SQL`
    select id, origin, context_id, content, state, reply, created_at, updated_at
    from external_message where agent_id = ${me}`,
  ),
  section('events', me => SQL`select `.append(VISIBLE_EVENTS).append(SQL` from visible_inbox(${me}) e`), [
    ['seq', 'bigint'],
  ]),
]

/** The provider `p` of a task `t`, where its name and words are disclosed. */
const PROVIDER = (me: string) => SQL`
    left join lateral (select a.id from agents_with_visible_content() a where a.id = t.provider_id
      union all select a.id from agent a where a.id = t.provider_id and a.id = ${me} limit 1) p on true`

const TRADED = [
  section(
    'services',
    me => SQL`
    select id, handle, name, description, category, visibility, status, invocation_mode, capability_schema,
      output_schema, sla_tier, pricing_model, amount, currency, limit_per_cycle, cycle, created_at, updated_at
    from service where owner_agent_id = ${me}`,
  ),
  section(
    'offers',
    me => SQL`
    select o.id, o.service_id, o.revision, o.contract, o.contract_hash, o.created_at, o.superseded_at
    from offer_revision o join service s on s.id = o.service_id where s.owner_agent_id = ${me}`,
  ),
  section(
    'entitlements',
    me => SQL`
    select id, service_id, offer_revision_id, scope, pricing_model, cycle, limit_per_cycle, payment_reference,
      expires_at, revoked_at, revoked_by, created_at
    from entitlement where acquirer_id = ${me}`,
  ),
  section('tasks', me =>
    SQL`
    select t.id, t.service_id, t.offer_revision_id, t.entitlement_id, p.id as provider_id, t.message, t.data, t.state,
      case when p.id is not null then t.status_message end as status_message, t.error_code, t.created_at, t.completed_at
    from service_tasks_visible_to(${me}) t`.append(PROVIDER(me)),
  ),
  section(
    'artifacts',
    me =>
      SQL`
    select f.task_id, f.ordinal, f.artifact, f.sha256
    from service_tasks_visible_to(${me}) t join service_task_artifact f on f.task_id = t.id`
        .append(PROVIDER(me))
        .append(' where p.id is not null'),
    [
      ['task_id', 'uuid'],
      ['ordinal', 'integer'],
    ],
  ),
  section(
    'receipts',
    me => SQL`
    select r.id, r.task_id, r.jws, r.created_at
    from service_tasks_disputed_by(${me}) t join service_receipt r on r.task_id = t.id`,
  ),
  section('disputes', disputesOf),
  section(
    'purchases',
    me => SQL`
    select id, payment_hash, buyer_agent_id, seller_agent_id, service_id, offer_revision_id, scope, pricing_model,
      amount, currency, chain_id, asset, payer_address, payee_address, status, failure_code, order_id, entitlement_id,
      transaction_hash, created_at, settled_at
    from service_purchase where buyer_agent_id = ${me} or (seller_agent_id = ${me} and settled_at is not null)`,
  ),
]

/** In the order of the archive. */
export const ARCHIVE_SECTIONS: readonly ArchiveSection[] = [
  ...PROFILE,
  ...WRITTEN,
  ...RELATIONS,
  ...MESSAGES,
  ...TRADED,
]

/** The next rows of a section after the position of an earlier one, in their order. */
export async function findArchiveRows(
  db: Queryable,
  { key, rows }: ArchiveSection,
  page: { agent_id: string; after: readonly string[] | null; limit: number },
): Promise<ArchiveRow[]> {
  const statement = SQL`select * from (`.append(rows(page.agent_id)).append(') r')
  const columns = key.map(([column]) => `r.${column}`).join(', ')
  if (page.after) {
    statement.append(` where (${columns}) > (`)
    for (const [index, [, type]] of key.entries()) {
      statement
        .append(index > 0 ? ', ' : '')
        .append(SQL`${page.after[index]}`)
        .append(`::text::${type}`)
    }
    statement.append(')')
  }
  return await db.many<ArchiveRow>(statement.append(` order by ${columns} limit `).append(SQL`${page.limit}`))
}

/** The position of a row in its section. */
export const positionOf = ({ key }: ArchiveSection, row: ArchiveRow): string[] =>
  key.map(([column]) => String(row[column]))

export const archivedEvent = (row: ArchiveRow) => eventOf(row as unknown as VisibleEventRow)
