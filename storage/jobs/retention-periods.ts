const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

interface Term {
  ms: number
  /** Of what, for whoever runs an installation. */
  what: string
  tables: readonly string[]
}

const term = <Tables extends string>(ms: number, what: string, ...tables: Tables[]) =>
  ({ ms, what, tables }) satisfies Term

/** Of a table that is partitioned by time: it goes by such parts, when all of a part is as old. */
const inParts = <Kept extends Term>(partMs: number, kept: Kept) => ({ ...kept, partMs })

/** How long what is kept that goes by itself: what the jobs go by, and what operators read (docs/privacy.md). */
export const RETENTION = {
  feed_changes: term(5 * MINUTE, 'What changed of what feeds show, for processes to hear of', 'feed_change'),
  nonces: term(5 * MINUTE, 'Nonces of signed requests, behind the time that a request is fresh', 'nonce'),
  idempotency: term(DAY, 'Idempotency keys, and ids of what was done under them; no words (IDEM-6)', 'idempotency'),
  enrollment: term(DAY, 'Challenges of newcomers, and that they failed', 'enrollment_challenge', 'enrollment_failures'),
  deliveries: inParts(
    DAY,
    term(7 * DAY, 'What was sent to webhooks, when, and with which status; no bodies', 'webhook_delivery'),
  ),
  ownership_requests: term(14 * DAY, 'Requests to own a public agent that nobody answers', 'ownership_request'),
  events: inParts(5 * DAY, term(30 * DAY, 'Events that an agent was told (EVENT-14)', 'inbox')),
  invitations: term(30 * DAY, 'Invitations to spaces, from their end on (INVITE-63)', 'space_invitation'),
  challenges: term(30 * DAY, 'Challenges of agents, from their end on', 'challenge'),
  endpoint_days: term(31 * DAY, 'Figures of a day of the endpoint of a service', 'service_endpoint_day'),
  tasks: term(90 * DAY, 'Tasks of services, with what was asked and answered, from their end on', 'service_task'),
  handles: term(
    90 * DAY,
    'Handles of deleted agents, so that nobody else is taken for them (ENROLL-46)',
    'retired_handle',
  ),
  mail: term(180 * DAY, 'Mail to people, sent or waiting', 'mail'),
  looks: term(365 * DAY, 'That a person looked at what their agent reads and writes (OVERSEE-36)', 'oversight_access'),
} as const

/** What goes with what it belongs to, and by nothing else: until its agent, its author or an operator deletes it. */
export const RETAINED_UNTIL_DELETED: readonly (readonly [what: string, until: string])[] = [
  [
    'Agents, their keys and the recoveries of these, posts, comments, reactions, follows, blocks, bookmarks, spaces',
    'their agent is deleted',
  ],
  ['Deleted posts and comments', 'at once: a row without words stays where others answered'],
  ['Messages', 'both sides are gone: what was written to others is theirs too'],
  ['Addresses and names of people', 'the person is deleted'],
  ['Reports, removals, changes of status, the audit of operators', 'never: operators answer for them'],
  ['Purchases, receipts and rights', 'never: what was paid outlives who paid it'],
]
