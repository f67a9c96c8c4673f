import type { Logger } from 'pino'
import type { RecentFeed } from '../../cache/feed/recent-feed.ts'
import type { ActivityPolls } from '../../cache/notifications/activity-polls.ts'
import type { UnreadCounts } from '../../cache/notifications/unread-counts.ts'
import type { KeyedMutex } from '../../concurrency/keyed-mutex.ts'
import type { LimitUsage } from '../../concurrency/resource-limits.ts'
import type { FairScheduler, YieldSlot } from '../../concurrency/scheduler.ts'
import type { SingleFlight } from '../../concurrency/single-flight.ts'
import type { TimeSlicer } from '../../concurrency/time-slicer.ts'
import type { WorkerPool } from '../../concurrency/worker-pool.ts'
import type { Broker } from '../../push/broker/a2a.ts'
import type { BrokerKey } from '../../push/broker/signature.ts'
import type { ChatModel } from '../../push/chat-completions.ts'
import type { Egress } from '../../push/egress.ts'
import type { SendTestMail } from '../../push/mail.ts'
import type { CounterCharge } from '../../storage/admission/rate-counters.ts'
import type { Visibility } from '../../storage/agents/agent-rows.ts'
import type { AgentStatus, StatusLock } from '../../storage/agents/status-locks.ts'
import type { KeyPurpose } from '../../storage/broker/signing-keys.ts'
import type { RunBatch } from '../../storage/db/batch.ts'
import type { Db, Queryable } from '../../storage/db/db.ts'
import type { Standbys } from '../../storage/db/standby-pools.ts'
import type { WalPosition } from '../../storage/db/timelines.ts'
import type { Once } from '../../storage/events/outbox.ts'
import type { SecretKeys } from '../../storage/secrets/secret-keys.ts'
import type { VersionEnding } from '../../storage/versions/version-endings.ts'
import type { ChangeSignals } from './change-signals.ts'
import type { KeyRing, TokenRing } from './credentials.ts'
import type { EventBody } from './define-event.ts'
import type { EventType } from './generated/event-types.ts'
import type { Payments } from './payment-rail.ts'
import type { Limits } from './rate-limits.ts'
import type { Tracing } from './request-tracing.ts'
import type { SearchSlots } from './search-slots.ts'
import type { Settings } from './setting-values.ts'
import type { Staff } from './staff-roles.ts'

/** Which door a call came through; self-interaction is refused on MCP only (MCP-107). */
export type Transport = 'rest' | 'mcp'

/** An agent whose request was proven and admitted. */
export interface AgentActor {
  kind: 'agent'
  agent_id: string
  handle: string
  visibility: Visibility
  key_version: number
  key_fingerprint: string
  status: AgentStatus
  transport: Transport
  /** The digest of the token that proved it; absent: a signature did. */
  token?: string
  /** The action that was counted for this call, to be given back where it is not done. */
  charge?: CounterCharge
  /** Where the log of the database was when it was admitted, where standbys are read. */
  position?: WalPosition
}

/** What a signed request said of itself. */
export interface SignedFacts {
  sig_version: number
  action: string
  timestamp_ms: number
}

/** Somebody without a proven identity. */
export interface AnyoneActor {
  kind: 'anyone'
}

/** Somebody who runs the installation; `name` is what the audit calls them. */
export interface OperatorActor {
  kind: 'operator'
  name: string
  /** Absent at the command line. */
  staff?: Staff | undefined
}

/** A person who signed in; what they may do beyond their own account, whoever needs it asks. */
export interface PersonActor {
  kind: 'person'
  user_id: string
  session_id: string
}

/** The server itself, at work on a job. */
export interface SystemActor {
  kind: 'system'
  name: string
}

export type Actor = AgentActor | AnyoneActor | OperatorActor | PersonActor | SystemActor

/** Facts of this installation that answers carry. */
export interface Installation {
  name: string
  baseUrl: string
  /** Equal addresses of this server that a token assertion may name as audience (TOKEN-21). */
  audiences: readonly string[]
  /** Mail leaves; if not, it waits in the database for the command line, or for a page where the base URL is loopback. */
  sendsMail?: boolean
}

/** An event for one recipient; `body` is checked against the catalogue in `tools/events.ts`. */
export interface EmittedEvent {
  recipient: string
  event_id: string
  type: EventType
  body: object
  once?: Once | undefined
}

/** The process-wide parts, built once in `server/server.ts`. */
export interface Runtime {
  installation: Installation
  db: Db
  /** A pool of its own for what jobs do, and other work in the background, so that it holds up no short statement. */
  slowDb: Db
  searchSlots: SearchSlots
  batch: RunBatch
  /** Where reads go that `mayReadStandby`; `undefined`: there is the primary alone. */
  standbys?: Standbys<StandbyReads> | undefined
  /** Admission has a pool of its own, whose commits do not wait for the disk. */
  admissionBatch: RunBatch
  keys: KeyRing
  tokens: TokenRing
  unread: UnreadCounts
  recentFeed: RecentFeed
  activityPolls: ActivityPolls
  /** Decides whose call runs next. */
  scheduler: FairScheduler
  /** Cuts long work into steps, between which other requests are answered. */
  slicer: TimeSlicer
  workers: WorkerPool
  keyedMutex: KeyedMutex
  endpointChecks: SingleFlight
  /** How much of each limit in `concurrency/resource-limits.ts` the process uses. */
  limitUsage: LimitUsage
  /** Signs what the server hands out and takes back: cursors, session ids. 32 bytes. */
  secret: Buffer
  /** Makes what people are called towards agents. 32 bytes. */
  personKey: Buffer
  /** Seal what the database keeps secret, by `seal` and `open` of `storage/secrets/encrypted-values.ts`. */
  secretKeys: SecretKeys
  /** At most a second old; what may not act on an old value reads them in its transaction, by `readSettings`. */
  settings(): Promise<Settings>
  /** How this version of the interface ends, where that was announced; a second old. */
  versionEnding(): VersionEnding | undefined
  eventBody: EventBody
  /** The only way out. */
  egress: Egress
  /** Calls providers of services, by a way out of its own. */
  broker: Broker
  payments: Payments
  /** The language model that the operator set; `undefined`: none. For jobs alone. */
  chatModel: ChatModel | undefined
  /** Sends a mail now and says what the server answered; `undefined`: mail is not configured. Never inside a transaction. */
  tryMail: SendTestMail | undefined
  /** What this installation signs with now. */
  signingKey(purpose: KeyPurpose): Promise<BrokerKey>
  /** `undefined`: rate limits are switched off. */
  limits: Limits | undefined
  clock(): number
  /** For durations: ms that only ever grow. */
  monotonic(): number
  newId(): string
  /** For secrets. */
  randomBytes(count: number): Buffer
  /** Tells the outbox that events were committed, which it then numbers. */
  wakeOutbox(): void
  settleEvents(recipient: string): Promise<void>
  changes: ChangeSignals
  /** Tells whoever dispatches tasks in this process that one was committed; without it, it is seen a moment later. */
  wakeTasks(): void
  /** None, where nobody watches. */
  tracing?: Tracing | undefined
  log: Logger
}

/** What takes the place of the primary's for a read. */
export type StandbyReads = Pick<Runtime, 'db' | 'batch' | 'searchSlots'>

/** What a handler works with. */
export interface Context<Actor = AgentActor> {
  actor: Actor
  db: Queryable
  /** For reads whose cost depends on what there is: they hold up no short one, nor the jobs. */
  searchSlots: SearchSlots
  batch: RunBatch
  keyedMutex: KeyedMutex
  endpointChecks: SingleFlight
  /** Locks the actor's standing first, for 'update' where the body changes it: to raise the lock later can deadlock. */
  transaction<Result>(body: (scope: TransactionScope) => Promise<Result>, lock?: StatusLock): Promise<Result>
  slicer: TimeSlicer
  /** Fixed for the invocation. */
  now: Date
  /** For durations: ms that only ever grow. */
  monotonic(): number
  newId(): string
  /** For secrets. */
  randomBytes(count: number): Buffer
  /** Call after a statement that wrote to the outbox outside `transaction`. */
  wakeOutbox(): void
  /** Resolves once all events that were committed for the recipient before have their numbers, and so can be read. */
  settleEvents(recipient: string): Promise<void>
  changes: ChangeSignals
  /** For calls that may wait for what others do; `undefined`: this one may not. */
  yieldSlot: YieldSlot | undefined
  /** Tells whoever waits how it goes on, in words of ours; `undefined`: nobody asked for that. */
  reportProgress: ((message: string) => void) | undefined
  /** Call after each commit that has a task sent, or asked for sooner. */
  wakeTasks(): void
  installation: Installation
  keys: KeyRing
  tokens: TokenRing
  unread: UnreadCounts
  recentFeed: RecentFeed
  polls: ActivityPolls
  secret: Buffer
  personKey: Buffer
  secretKeys: SecretKeys
  /** At most a second old; what may not act on an old value reads them in its transaction, by `readSettings`. */
  settings(): Promise<Settings>
  /** For events that a statement of its own writes; `emit` does it for those of a transaction. */
  eventBody: EventBody
  /** The only way out; never inside a transaction. */
  egress: Egress
  /** Calls providers of services; never inside a transaction. */
  broker: Broker
  /** Calls of its chain are never inside a transaction. */
  payments: Payments
  tryMail: SendTestMail | undefined
  signingKey: Runtime['signingKey']
  limits: Limits | undefined
  /** Present on signed requests. */
  envelope: SignedFacts | undefined
  /** Tells the networks apart that requests come from, without saying which: 16 bytes as UUID text. Of REST alone. */
  network?: (() => string) | undefined
  /** The compact JSON of an input that is an object or, at REST, any: numbers and order of keys as they came. */
  written?: ((name: string) => string | undefined) | undefined
  readonly log: Logger
}

export interface TransactionScope {
  db: Queryable
  /** `once`: see `onceADay`. */
  emit(recipient: string, type: EventType, body: object, once?: Once): void
  /** Runs it as the last statements, after the events: a row that many writers lock is locked for the shortest time. */
  last(change: (db: Queryable) => Promise<void>): void
  /** Leaves a row of who changed what; for whatever a person or an operator changes. */
  audit(change: AuditedChange): void
}

/** `subject` names what was changed by its ids; `before` and `after` hold the members that differ. */
export interface AuditedChange {
  action: string
  subject: object
  before: object
  after: object
  reason?: string
}
