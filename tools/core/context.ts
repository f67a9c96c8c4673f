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
import type { ChatModel } from '../../push/chat-completions.ts'
import type { DeliveryProgress } from '../../push/delivery-progress.ts'
import type { Egress } from '../../push/egress.ts'
import type { Witness } from '../../push/log-witness.ts'
import type { SendTestMail } from '../../push/mail.ts'
import type { SigningKey } from '../../push/message-signature.ts'
import type { PresenceRecorder } from '../../push/presence-recorder.ts'
import type { WebPushKeys } from '../../push/web-push.ts'
import type { CounterCharge } from '../../storage/admission/rate-counters.ts'
import type { Visibility } from '../../storage/agents/agent-rows.ts'
import type { AgentStatus, StatusLock } from '../../storage/agents/status-locks.ts'
import type { KeyPurpose } from '../../storage/broker/signing-keys.ts'
import type { RunBatch } from '../../storage/db/batch.ts'
import type { Db, Queryable } from '../../storage/db/db.ts'
import type { Standbys } from '../../storage/db/standby-pools.ts'
import type { WalPosition } from '../../storage/db/timelines.ts'
import type { Once } from '../../storage/events/outbox.ts'
import type { SecondaryKeyKind } from '../../storage/keys/secondary-keys.ts'
import type { AccountExport } from '../../storage/privacy/account-export.ts'
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

/** The transport of a call; self-interaction is an error on MCP only (MCP-107). */
export type Transport = 'rest' | 'mcp'

/** An authenticated and admitted agent. */
export interface AgentActor {
  kind: 'agent'
  agent_id: string
  handle: string
  visibility: Visibility
  key_version: number
  /** Of the key that signed, or that the token was issued for. */
  key_fingerprint: string
  /** Of a request that a secondary key signed; absent for the primary one. */
  secondary?: SecondaryKeyKind
  status: AgentStatus
  transport: Transport
  /** The digest of the bearer token; absent for a signed request. */
  token?: string
  /** The counted action of this call, which is refunded if nothing was done. */
  charge?: CounterCharge
  /** Its owner approves some of its calls. */
  has_hold_rules?: true
  /** The log position of the database at admission, if standbys are used. */
  position?: WalPosition
}

/** What a signed request claims about itself. */
export interface SignedFacts {
  sig_version: number
  action: string
  timestamp_ms: number
  /** The canonical message that was signed. */
  message: Buffer
  signature: Buffer
}

/** An unauthenticated client. */
export interface AnyoneActor {
  kind: 'anyone'
}

/** An operator; `name` is recorded in the audit log. */
export interface OperatorActor {
  kind: 'operator'
  name: string
  /** Absent on the command line. */
  staff?: Staff | undefined
}

/** A signed-in person; code that needs more than their own account checks their role. */
export interface PersonActor {
  kind: 'person'
  user_id: string
  session_id: string
}

/** The server itself, running a job. */
export interface SystemActor {
  kind: 'system'
  name: string
}

export type Actor = AgentActor | AnyoneActor | OperatorActor | PersonActor | SystemActor

/** Facts about this installation that responses contain. */
export interface Installation {
  name: string
  baseUrl: string
  /** Equivalent addresses of this server that a token assertion may name as audience (TOKEN-21). */
  audiences: readonly string[]
  /**
   * Whether mail is sent; if not, it waits in the database for the command line, or for a page if the base URL is
   * loopback.
   */
  sendsMail?: boolean | undefined
  /** Who is asked to sign the checkpoints of the log (RECORD-38). */
  witnesses?: readonly Witness[] | undefined
  /** Where to report vulnerabilities, a `mailto:` or `https:` URL (CAT-33). */
  securityContact?: string | undefined
}

/** An event for one recipient; `body` is validated against the catalogue in `tools/events.ts`. */
export interface EmittedEvent {
  recipient: string
  event_id: string
  type: EventType
  body: object
  once?: Once | undefined
}

/** The process-wide dependencies, built once in `server/server.ts`. */
export interface Runtime {
  installation: Installation
  db: Db
  /** A pool of its own for background work, so that it does not delay short statements. */
  slowDb: Db
  searchSlots: SearchSlots
  batch: RunBatch
  /** Standbys for tools with `mayReadStandby`; `undefined`: only the primary is used. */
  standbys?: Standbys<StandbyReads> | undefined
  /** Admission has a pool of its own, whose commits do not wait for the disk. */
  admissionBatch: RunBatch
  keys: KeyRing
  tokens: TokenRing
  unread: UnreadCounts
  recentFeed: RecentFeed
  activityPolls: ActivityPolls
  /** Decides which call runs next. */
  scheduler: FairScheduler
  /** Runs long work in slices, between which other requests are served. */
  slicer: TimeSlicer
  workers: WorkerPool
  keyedMutex: KeyedMutex
  endpointChecks: SingleFlight
  imports: SingleFlight
  /** The process' usage of each limit in `concurrency/resource-limits.ts`. */
  limitUsage: LimitUsage
  /** Signs values that clients return: cursors, session ids. 32 bytes. */
  secret: Buffer
  /** Derives the opaque ids of people for agents. 32 bytes. */
  personKey: Buffer
  /** Encrypt secrets in the database, by `seal` and `open` of `storage/secrets/encrypted-values.ts`. */
  secretKeys: SecretKeys
  /** At most a second old; code that must not act on an old value reads them in its transaction, by `readSettings`. */
  settings(): Promise<Settings>
  /** The announced end of this API version, if any; up to a second old. */
  versionEnding(): VersionEnding | undefined
  eventBody: EventBody
  /** The client for all outbound calls. */
  egress: Egress
  /** Calls providers of services, with an outbound client of its own. */
  broker: Broker
  payments: Payments
  /** The language model that the operator configured, if any. Only for jobs. */
  chatModel: ChatModel | undefined
  /**
   * Sends a mail immediately and returns the response of the server; `undefined`: mail is not configured. Never inside
   * a transaction.
   */
  tryMail: SendTestMail | undefined
  /** The keys for push notifications to browsers; `undefined`: there are none. */
  webPush: WebPushKeys | undefined
  /** Streams the data of a person; `undefined` on the command line, which writes files. */
  accountExport: AccountExport | undefined
  /** The current signing key of a purpose. */
  signingKey(purpose: KeyPurpose): Promise<SigningKey>
  /** `undefined`: rate limits are disabled. */
  limits: Limits | undefined
  clock(): number
  /** For durations: monotonic ms. */
  monotonic(): number
  newId(): string
  /** For secrets. */
  randomBytes(count: number): Buffer
  /** Notifies the outbox of committed events, which it then sequences. */
  wakeOutbox(): void
  settleEvents(recipient: string): Promise<void>
  changes: ChangeSignals
  deliveryProgress: DeliveryProgress
  presence: PresenceRecorder
  /** Notifies the task dispatcher of this process of a committed task; without it, the task starts a moment later. */
  wakeTasks(): void
  /** Absent if tracing is disabled. */
  tracing?: Tracing | undefined
  log: Logger
}

/** The pools of a standby, which replace those of the primary for a read. */
export type StandbyReads = Pick<Runtime, 'db' | 'batch' | 'searchSlots'>

/** `slowDb` is for transactions of seconds, so that they delay no other call. */
export type TransactionPool = 'db' | 'slowDb'

/** What a handler receives. */
export interface Context<Actor = AgentActor> {
  actor: Actor
  db: Queryable
  /** For reads whose cost depends on the amount of data, so that they delay neither short reads nor jobs. */
  searchSlots: SearchSlots
  batch: RunBatch
  /** For what a dry run counts, too. */
  admissionBatch: RunBatch
  keyedMutex: KeyedMutex
  endpointChecks: SingleFlight
  imports: SingleFlight
  /** Locks the actor's status first, for 'update' if the body changes it: upgrading the lock later can deadlock. */
  transaction<Result>(
    body: (scope: TransactionScope) => Promise<Result>,
    lock?: StatusLock,
    pool?: TransactionPool,
  ): Promise<Result>
  slicer: TimeSlicer
  /** Fixed for the invocation. */
  now: Date
  /** For durations: monotonic ms. */
  monotonic(): number
  newId(): string
  /** For secrets. */
  randomBytes(count: number): Buffer
  /** Call after a statement that wrote to the outbox outside `transaction`. */
  wakeOutbox(): void
  /** Resolves once all events committed for the recipient so far are sequenced, and can be read. */
  settleEvents(recipient: string): Promise<void>
  changes: ChangeSignals
  /** For calls that may wait for changes by others; `undefined`: this one may not. */
  yieldSlot: YieldSlot | undefined
  /** Sends a progress message of our own to the waiting client; `undefined`: it did not request progress. */
  reportProgress: ((message: string) => void) | undefined
  /** Call after each commit after which a task is due for dispatch. */
  wakeTasks(): void
  installation: Installation
  keys: KeyRing
  tokens: TokenRing
  unread: UnreadCounts
  recentFeed: RecentFeed
  polls: ActivityPolls
  deliveryProgress: Pick<DeliveryProgress, 'note'>
  secret: Buffer
  personKey: Buffer
  secretKeys: SecretKeys
  /** At most a second old; code that must not act on an old value reads them in its transaction, by `readSettings`. */
  settings(): Promise<Settings>
  /** For events that a statement writes itself; `emit` does it for those of a transaction. */
  eventBody: EventBody
  /** The client for all outbound calls; never inside a transaction. */
  egress: Egress
  /** Calls providers of services; never inside a transaction. */
  broker: Broker
  /** Never calls the chain inside a transaction. */
  payments: Payments
  tryMail: SendTestMail | undefined
  webPush: WebPushKeys | undefined
  signingKey: Runtime['signingKey']
  limits: Limits | undefined
  /** Present on signed requests. */
  envelope: SignedFacts | undefined
  /** A pseudonym of the client's network: 16 bytes as UUID text. Only on REST. */
  network?: (() => string) | undefined
  /**
   * The compact JSON of an input that is an object or, on REST, of any input, with numbers and key order as received.
   */
  written?: ((name: string) => string | undefined) | undefined
  /** The body of a request whose envelope is in its header; empty for others. */
  attachment: Buffer
  readonly log: Logger
}

export interface TransactionScope {
  db: Queryable
  /** `once`: see `onceADay`. `eventId`: a new one by default. */
  emit(recipient: string, type: EventType, body: object, once?: Once, eventId?: string): void
  /**
   * Runs as the last statements, after the events: a row that many writers lock is then locked for the shortest time.
   */
  last(change: (db: Queryable) => Promise<void>): void
  /** Writes an audit record; required for everything that a person or an operator changes. */
  audit(change: AuditedChange): void
}

/** `subject` has the ids of the changed row; `before` and `after` have the members that differ. */
export interface AuditedChange {
  action: string
  subject: object
  before: object
  after: object
  reason?: string
}
