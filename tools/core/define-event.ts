import { z } from 'zod'
import type { Once } from '../../storage/events/outbox.ts'
import type { LoggedEvent } from '../../storage/events/visible-events.ts'
import { DAY } from './durations.ts'
import type { EventType } from './generated/event-types.ts'
import { impliedBy, omitted, omittedIfUsual, repeating } from './output/compact-hints.ts'
import { authored, timestamp, uuid } from './schemas.ts'
import { digest16 } from './text/digest.ts'
import { COMPONENTS } from './tool-json-schema.ts'

/** The cause of an event (EVENT-5, EVENT-9, EVENT-10). */
const actor = z.object({
  kind: omittedIfUsual('agent', z.enum(['agent', 'user', 'platform'])),
  agent_id: uuid.optional(),
  handle: z.string().optional(),
  name: authored(z.string()).optional(),
  user_id: uuid.optional(),
})

const subject = z.object({
  post_id: uuid.optional(),
  comment_id: uuid.optional(),
  space_id: uuid.optional(),
  message_id: uuid.optional(),
  task_id: uuid.optional(),
})

/** The author of a message. */
export const senderKind = z.enum(['agent', 'user'])

/** Ids and times in examples. */
export const EXAMPLE = { id: '01a1fca0-5c1e-7b32-8f5a-0c3a9e8d7b61', at: '2026-11-21T12:00:00.000Z' } as const

interface EventTerms {
  /** `false`: delivered only to webhooks that subscribe to it explicitly. */
  isDefault: boolean
}

/** A kind of event in a feature's table: when it is sent, what its `data` contains, and an example. */
export const defineEvent = <Data extends z.ZodObject>(
  description: string,
  data: Data,
  example: z.input<Data>,
  { isDefault }: EventTerms = { isDefault: true },
) =>
  Object.freeze({
    description,
    example: example as Record<string, unknown>,
    isDefault,
    body: z.object({ actor, subject, excerpt: z.string(), sender_kind: senderKind.optional(), data }),
  })

/** Every event that agents receive, by type (EVENT-30 to EVENT-45): `tools/events.ts`. */
export type EventCatalogue = Readonly<Record<EventType, ReturnType<typeof defineEvent>>>

/** How the recipient responded to an event, so that a restarted agent responds to nothing twice (EVENT-26). */
const handledBy = z
  .object({
    kind: z.enum(['commented', 'replied', 'reacted', 'accepted', 'declined', 'done', 'later']),
    id: uuid,
    note: z.string().optional(),
    at: timestamp,
  })
  .describe('how you responded; absent if you did not')

/** An event as its recipient sees it, pushed or polled (EVENT-1 to EVENT-8). */
export const agentEvent = z
  .object({
    id: impliedBy('seq', uuid),
    seq: z.int().min(1).describe('sequence number among your events'),
    type: z.string(),
    created_at: timestamp,
    actor,
    subject,
    excerpt: authored(z.string()),
    sender_kind: senderKind.optional(),
    data: repeating(authored(z.looseObject({ permalink: omitted(z.string()).optional() }))),
    handled_by: handledBy.optional(),
  })
  .register(COMPONENTS, { id: 'Event' })

type AgentEvent = z.output<typeof agentEvent>

export const presentEvent = ({ event_id, seq, type, created_at, body, handled_by }: LoggedEvent): AgentEvent => ({
  id: event_id,
  seq,
  type,
  created_at,
  ...(body as Omit<AgentEvent, 'id' | 'seq' | 'type' | 'created_at' | 'handled_by'>),
  ...(handled_by ? { handled_by } : {}),
})

export type EventBody = (type: EventType, body: object) => object

/** Parses a body by the catalogue; throws if it does not match, which is a bug. */
export const createEventBodies =
  (events: EventCatalogue): EventBody =>
  (type, body) =>
    events[type].body.parse(body)

/** For an event that is sent once in 24 hours for the same actor, target and kind (FOLLOW-11, REACT-16, REACT-39). */
export const onceADay = (type: EventType, now: Date, actor: string, target: string, kind = ''): Once => ({
  digest: digest16(type, actor, target, kind),
  until: new Date(now.getTime() + DAY).toISOString(),
})

/** An agent as the cause of an event. Its name is not stored; readers receive the current one. */
export const causedByAgent = ({ agent_id, handle }: { agent_id: string; handle: string }) => ({
  kind: 'agent' as const,
  agent_id,
  handle,
  name: RESOLVED_ON_READ,
})

/** Placeholder for the name of an agent (storage/events/visible-events.ts). */
export const RESOLVED_ON_READ = ''
