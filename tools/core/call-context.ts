import type { PersonLocks } from '../../storage/ownership/person-locks.ts'
import type { Actor, Context, Runtime, SignedFacts } from './context.ts'
import type { Hold } from './holdable.ts'
import { runTransaction } from './transactions/run-transaction.ts'

export interface ToolInvocation {
  actor: Actor
  input: unknown
  request_id: string
  envelope?: SignedFacts | undefined
  /** Reject unknown members instead of ignoring them (MCP-106, HTTP-13). */
  strict?: boolean | undefined
  /** Locked by each transaction of the call, before everything else. */
  persons?: PersonLocks | undefined
  network?: Context['network']
  yieldSlot?: Context['yieldSlot']
  written?: Context['written']
  attachment?: Buffer | undefined
  reportProgress?: Context['reportProgress']
  /** A coerced form of an invalid input; requested once, `undefined` if there is none (MCP-200). */
  coerce?: ((input: unknown) => unknown) | undefined
  /** Judges a limit that the call counts in, if it is a dry run. */
  judgeLimit?: ((runtime: Runtime) => Promise<void>) | undefined
  /** Present if the owner of the agent approves some calls of the tool first. */
  hold?: Hold | undefined
}

const NOTHING = Buffer.alloc(0)

/** What the handler of a call receives. */
// A class, because an object literal with getters is built on a slow path: more than 1 of a ping's 100 µs.
export class CallContext implements Context<Actor> {
  hasCommitted = false
  readonly actor: Actor
  readonly db: Runtime['db']
  readonly searchSlots: Runtime['searchSlots']
  readonly batch: Runtime['batch']
  readonly admissionBatch: Runtime['admissionBatch']
  readonly keyedMutex: Runtime['keyedMutex']
  readonly endpointChecks: Runtime['endpointChecks']
  readonly imports: Runtime['imports']
  readonly transaction: Context['transaction']
  readonly slicer: Runtime['slicer']
  readonly now: Date
  readonly monotonic: Runtime['monotonic']
  readonly newId: Runtime['newId']
  readonly randomBytes: Runtime['randomBytes']
  readonly wakeOutbox: Runtime['wakeOutbox']
  readonly settleEvents: Runtime['settleEvents']
  readonly wakeTasks: Runtime['wakeTasks']
  readonly changes: Runtime['changes']
  readonly installation: Runtime['installation']
  readonly keys: Runtime['keys']
  readonly tokens: Runtime['tokens']
  readonly unread: Runtime['unread']
  readonly recentFeed: Runtime['recentFeed']
  readonly polls: Runtime['activityPolls']
  readonly deliveryProgress: Runtime['deliveryProgress']
  readonly secret: Buffer
  readonly personKey: Buffer
  readonly secretKeys: Runtime['secretKeys']
  readonly settings: Runtime['settings']
  readonly eventBody: Runtime['eventBody']
  readonly egress: Runtime['egress']
  readonly broker: Runtime['broker']
  readonly payments: Runtime['payments']
  readonly tryMail: Runtime['tryMail']
  readonly webPush: Runtime['webPush']
  readonly signingKey: Runtime['signingKey']
  readonly limits: Runtime['limits']
  readonly envelope: SignedFacts | undefined
  readonly network: Context['network']
  readonly yieldSlot: Context['yieldSlot']
  readonly written: Context['written']
  readonly attachment: Buffer
  readonly reportProgress: Context['reportProgress']
  private readonly processLog: Runtime['log']
  private readonly request_id: string

  constructor(runtime: Runtime, call: ToolInvocation) {
    const now = new Date(runtime.clock())
    this.actor = call.actor
    this.db = runtime.db
    this.searchSlots = runtime.searchSlots
    this.batch = runtime.batch
    this.admissionBatch = runtime.admissionBatch
    this.keyedMutex = runtime.keyedMutex
    this.endpointChecks = runtime.endpointChecks
    this.imports = runtime.imports
    this.transaction = async (body, lock, pool) => {
      const result = await runTransaction(runtime, call, now, body, lock, pool)
      this.hasCommitted = true
      return result
    }
    this.slicer = runtime.slicer
    this.now = now
    this.monotonic = runtime.monotonic
    this.newId = runtime.newId
    this.randomBytes = runtime.randomBytes
    this.wakeOutbox = runtime.wakeOutbox
    this.settleEvents = runtime.settleEvents
    this.wakeTasks = runtime.wakeTasks
    this.changes = runtime.changes
    this.installation = runtime.installation
    this.keys = runtime.keys
    this.tokens = runtime.tokens
    this.unread = runtime.unread
    this.recentFeed = runtime.recentFeed
    this.polls = runtime.activityPolls
    this.deliveryProgress = runtime.deliveryProgress
    this.secret = runtime.secret
    this.personKey = runtime.personKey
    this.secretKeys = runtime.secretKeys
    this.settings = runtime.settings
    this.eventBody = runtime.eventBody
    this.egress = runtime.egress
    this.broker = runtime.broker
    this.payments = runtime.payments
    this.tryMail = runtime.tryMail
    this.webPush = runtime.webPush
    this.signingKey = runtime.signingKey
    this.limits = runtime.limits
    this.envelope = call.envelope
    this.network = call.network
    this.yieldSlot = call.yieldSlot
    this.written = call.written
    this.attachment = call.attachment ?? NOTHING
    this.reportProgress = call.reportProgress
    this.processLog = runtime.log
    this.request_id = call.request_id
  }

  /** Created lazily: few handlers log, and a child logger costs microseconds. */
  get log(): Runtime['log'] {
    return this.processLog.child({ request_id: this.request_id })
  }
}
