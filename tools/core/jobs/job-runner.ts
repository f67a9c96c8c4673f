import type { Logger } from 'pino'
import type { SQLStatement } from 'sql-template-strings'
import { runInBackground } from '../../../concurrency/background-yield.ts'
import type { TimeSlicer } from '../../../concurrency/time-slicer.ts'
import type { WorkerPool } from '../../../concurrency/worker-pool.ts'
import { DatabaseUnavailable, type Db } from '../../../storage/db/db.ts'
import {
  evaluateConditions,
  failJob,
  findDueJobs,
  finishJob,
  type LeaseTerms,
  renewJobLease,
  takeJobLease,
} from '../../../storage/jobs/job-leases.ts'
import type { ToolInvocation } from '../call-context.ts'
import type { Context, Installation, Runtime } from '../context.ts'
import type { AnyTool } from '../define-tool.ts'
import { MINUTE } from '../durations.ts'
import { type InvocationResult, invoke } from '../invoke-tool.ts'
import { runTransaction } from '../transactions/run-transaction.ts'

/**
 * Periodic work that one process of the installation does at a time. `run` processes one bounded piece and returns
 * whether more is waiting, and in `left` what it could not do, in words for operators.
 */
export interface Job {
  name: string
  everyMs: number
  /**
   * How long other processes wait if the one that runs it dies. Must exceed the duration of a piece, or two processes
   * may run it.
   */
  leaseMs?: number
  /**
   * For jobs that are polled often: a boolean SQL expression, whether there is work; while there is none, it is
   * evaluated every `everyMs`, together with those of other jobs.
   */
  isDue?(now: Date): SQLStatement
  /** It waits for the outside, so it runs independently of other jobs. */
  isAlone?: true
  run(work: JobContext): Promise<{ more: boolean; left?: string }>
}

export interface JobContext {
  /** For statements that may be slow. */
  db: Db
  /** As in a tool: events and audit records of the body are written last, in the name of the job. */
  transaction: Context['transaction']
  slicer: TimeSlicer
  workers: WorkerPool
  newId(): string
  /** For secrets. */
  randomBytes(count: number): Buffer
  /** Signs links in mail. */
  secret: Buffer
  now: Date
  installation: Installation
  /** Outbound clients; never inside a transaction. */
  egress: Context['egress']
  broker: Context['broker']
  chatModel: Runtime['chatModel']
  keys: Context['keys']
  webPush: Runtime['webPush']
  /** The current signing key of a purpose. */
  signingKey: Runtime['signingKey']
  payments: Context['payments']
  /** For calls that were admitted before. */
  invoke(tool: AnyTool, call: ToolInvocation): Promise<InvocationResult>
  /** For durations: monotonic ms. */
  monotonic(): number
  log: Logger
}

/** Called after each run with the time it ended, in ms since 1970. */
export type JobObserver = (name: string, outcome: 'succeeded' | 'failed', at: number) => void

const LEASE_MS = MINUTE
const CHECK_EVERY_MS = 5_000
const PIECES = 1_000

export interface JobParts {
  runtime: Runtime
  holder: string
  observe?: JobObserver
}

/** Jobs that must not wait for others; each is scheduled independently. */
const isPrompt = ({ isDue }: Job): boolean => isDue !== undefined

const termsOf = ({ name, leaseMs = LEASE_MS, everyMs }: Job) => ({ name, leaseMs, everyMs })

/** Jobs that run one after the other. */
export const groupJobs = (jobs: readonly Job[]): (readonly Job[])[] => [
  jobs.filter(job => isPrompt(job) && !job.isAlone),
  jobs.filter(job => !isPrompt(job) && !job.isAlone),
  ...jobs.filter(({ isAlone }) => isAlone).map(job => [job]),
]

/** Decides which jobs each tick checks: those whose last check found no work rest for their interval. */
function createPace(jobs: readonly Job[]) {
  const everyMs = Math.min(CHECK_EVERY_MS, ...jobs.filter(isPrompt).map(job => job.everyMs))
  const idleAt = new Map<Job, number>()
  let ticks = 0
  return {
    everyMs,
    nextTick(): Job[] {
      ticks++
      return jobs.filter(job => {
        const idle = idleAt.get(job)
        return idle === undefined || (ticks - idle) * everyMs >= job.everyMs
      })
    },
    /** Those of some jobs that are to be run, by two reads. */
    async findDue(db: Db, some: readonly Job[], now: Date): Promise<Job[]> {
      const periodic = some.filter(job => !isPrompt(job))
      const prompt = some.filter(isPrompt)
      const due = periodic.length > 0 ? await findDueJobs(db, periodic.map(termsOf), now) : new Set<string>()
      const conditions = prompt.map(job => job.isDue!(now))
      // If a condition fails, all jobs are run, so that the failure is of its own job alone.
      const hasWork =
        conditions.length === 0
          ? []
          : await evaluateConditions(db, conditions).catch((error: unknown) => {
              if (error instanceof DatabaseUnavailable) throw error
              return conditions.map(() => true)
            })
      for (const [index, job] of prompt.entries()) {
        if (hasWork[index]) idleAt.delete(job)
        else idleAt.set(job, ticks)
      }
      return some.filter(job => (isPrompt(job) ? !idleAt.has(job) : due.has(job.name)))
    },
  }
}

/** Runs jobs, each in one process at a time, under a lease row. */
export function createJobRunner(parts: JobParts, jobs: readonly Job[]) {
  const { runtime, holder, observe = () => {} } = parts
  const { slowDb: db, clock, log } = runtime
  let timer: NodeJS.Timeout | undefined
  let isStopping = false
  let running: Promise<void> = Promise.resolve()
  let isRunning = false
  const pace = createPace(jobs)

  async function runUnderLease(job: Job): Promise<void> {
    const terms = { ...termsOf(job), holder }
    if (!(await takeJobLease(db, terms, new Date(clock())))) return
    const ended = await runPieces(runtime, job, terms, () => isStopping)
    if (ended) await finish(parts, job, ended.left)
  }

  async function runDue(some = jobs): Promise<void> {
    for (const job of await pace.findDue(db, some, new Date(clock()))) {
      if (isStopping) return
      await runUnderLease(job).catch(async (error: unknown) => {
        log.warn({ err: error, job: job.name }, 'job failed')
        observe(job.name, 'failed', clock())
        // If the database is not reachable, the failure cannot be recorded.
        await failJob(db, job.name, holder, kindOf(error), new Date(clock())).catch(() => {})
      })
    }
  }

  /** Runs what is due, unless the previous tick still does. */
  function tick(): Promise<void> {
    const some = pace.nextTick()
    if (isRunning) return running
    isRunning = true
    running = runDue(some)
      .catch((error: unknown) => log.warn({ err: error }, 'due jobs could not be read'))
      .finally(() => {
        isRunning = false
      })
    return running
  }

  return {
    runDue: () => runDue(),
    tick,
    start() {
      timer = setInterval(tick, pace.everyMs)
      timer.unref()
    },
    async stop() {
      isStopping = true
      clearInterval(timer)
      await running
    },
  }
}

async function finish({ runtime, holder, observe }: JobParts, { name }: Job, left: string | undefined): Promise<void> {
  const { slowDb: db, clock, log } = runtime
  await finishJob(db, { name, holder, left }, new Date(clock()))
  if (left !== undefined) log.warn({ job: name, left }, 'job left work undone')
  observe?.(name, 'succeeded', clock())
}

/** Without its message, which may contain anything. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code } = error as { code?: unknown }
  return [error.constructor.name, typeof code === 'string' ? code : ''].join(' ').trim().slice(0, 100)
}

/** What the last piece could not do; `undefined`: the lease was lost. */
async function runPieces(
  runtime: Runtime,
  job: Job,
  terms: LeaseTerms,
  isStopping: () => boolean,
): Promise<{ left: string | undefined } | undefined> {
  const { slowDb: db, clock, monotonic } = runtime
  let heldAt = clock()
  let left: string | undefined
  for (let pieces = 0; pieces < PIECES && !isStopping(); pieces++) {
    const piece = await runInBackground(monotonic, () => job.run(jobContext(runtime, job.name)))
    left = piece.left
    if (!piece.more) break
    if (clock() - heldAt < terms.leaseMs / 3) continue
    heldAt = clock()
    if (!(await renewJobLease(db, terms, new Date(heldAt)))) return undefined
  }
  return { left }
}

/** The dependencies of a job at this moment. */
export function jobContext(runtime: Runtime, name: string): JobContext {
  const {
    slowDb: db,
    slicer,
    workers,
    newId,
    randomBytes,
    secret,
    installation,
    egress,
    broker,
    keys,
    signingKey,
    monotonic,
    log,
  } = runtime
  const { payments, chatModel, webPush } = runtime
  const now = new Date(runtime.clock())
  const actor = { kind: 'system', name } as const
  const transaction: JobContext['transaction'] = body => runTransaction(runtime, { actor }, now, body)
  const invokeTool: JobContext['invoke'] = (tool, call) => invoke(runtime, tool, call)
  const facts = { now, installation, monotonic, log, invoke: invokeTool }
  return {
    db,
    transaction,
    slicer,
    workers,
    newId,
    randomBytes,
    secret,
    egress,
    broker,
    chatModel,
    keys,
    webPush,
    signingKey,
    payments,
    ...facts,
  }
}
