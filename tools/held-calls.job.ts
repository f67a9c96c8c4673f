import { findAgentStatus } from '../storage/agents/status-locks.ts'
import {
  endHeldCall,
  findDueHeldCalls,
  type HoldOutcome,
  type HoldResult,
  isHeldCallDue,
  lockOpenHeldCall,
  type OpenHeldCall,
  postponeHeldCall,
} from '../storage/holds/held-calls.ts'
import { inactive } from './core/agent-status/inactive-agent.ts'
import type { AgentActor, SignedFacts, TransactionScope } from './core/context.ts'
import type { Tool } from './core/define-tool.ts'
import { HOUR, SECOND } from './core/durations.ts'
import type { Job, JobContext } from './core/jobs/job-runner.ts'
import { processRows } from './core/jobs/row-queue.ts'
import { Problem } from './core/problems/problem.ts'
import type { StoredCall } from './holds/hold-call.ts'
import { TOOLS } from './registry.ts'

/**
 * Ends held calls: carries out those that were approved, as their agent and under the rules of now, and ends those that
 * were declined, have expired, or whose agent has another owner (HOLD-10, HOLD-11). It finds tools in the registry, which
 * imports every feature, so it is beside the registry.
 *
 * Invariant: a call is carried out once, whatever fails and whichever process goes on. It has an idempotency key, or is
 * idempotent by itself, and its end is stored after it is done: it is repeated until then.
 */

/** A payment waits for its chain for up to 15 seconds; a piece must end within the lease. */
const BATCH = 8
const PARALLEL = 4
const AGAIN_MS = 5 * SECOND
/** How long after its hold closed a call is tried that cannot be carried out at the moment. */
const PATIENCE_MS = HOUR

export const heldCallsJob: Job = {
  name: 'release_held_calls',
  everyMs: 2 * SECOND,
  isAlone: true,
  isDue: isHeldCallDue,
  async run(context) {
    const { db, now } = context
    const more = await processRows(context, {
      name: 'release_held_calls',
      limit: BATCH,
      parallel: PARALLEL,
      find: limit => findDueHeldCalls(db, now, limit),
      idOf: ({ id }) => id,
      process: ({ id }) => release(context, id),
    })
    return { more }
  },
}

async function release(context: JobContext, id: string): Promise<void> {
  const { transaction, now, db } = context
  const approved = await transaction(async scope => {
    const held = await lockOpenHeldCall(scope.db, id)
    if (!held) return undefined
    if (!held.is_owned) await end(scope, held, 'canceled', null, now)
    else if (held.decision === 'approved') return held
    else if (held.decision === 'declined') await end(scope, held, 'declined', null, now)
    else if (Date.parse(held.closes_at) <= now.getTime()) await end(scope, held, 'expired', null, now)
    else await postponeHeldCall(scope.db, id, new Date(held.closes_at))
    return undefined
  })
  if (!approved) return
  const result = await carryOut(context, approved)
  if (!result) return await postponeHeldCall(db, id, new Date(now.getTime() + AGAIN_MS))
  await transaction(async scope => {
    const held = await lockOpenHeldCall(scope.db, id)
    if (held) await end(scope, held, result.made ? 'done' : 'refused', result, now)
  })
}

/** `undefined`: it cannot be said yet. */
async function carryOut(context: JobContext, held: OpenHeldCall): Promise<HoldResult | undefined> {
  const tool = TOOLS.find(({ name }) => name === held.tool)
  if (!tool?.holds) throw new Error(`held calls of ${held.tool} cannot be carried out`)
  const call = JSON.parse(held.call) as StoredCall
  try {
    const actor = await actorOf(context, tool, held.agent_id, call)
    const { output } = await context.invoke(tool, {
      actor,
      input: call.input,
      request_id: `held:${held.id}`,
      envelope: call.envelope && readEnvelope(call.envelope),
    })
    return { made: tool.holds.made(output) }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const isInTime = context.now.getTime() < Date.parse(held.closes_at) + PATIENCE_MS
    if (isPassing(error) && isInTime) return undefined
    return { problem: { slug: error.slug, detail: error.message, members: error.members } }
  }
}

const isPassing = ({ slug, status }: Problem) =>
  status >= 500 || slug === 'settlement-pending' || slug === 'idempotency-in-progress'

const readEnvelope = ({ message, signature, ...facts }: NonNullable<StoredCall['envelope']>): SignedFacts => ({
  ...facts,
  message: Buffer.from(message, 'base64'),
  signature: Buffer.from(signature, 'base64'),
})

/** The agent as it is now; what its key proved stays proven. */
async function actorOf(
  { db, keys, installation, now }: JobContext,
  { statuses }: Tool,
  agent_id: string,
  { key_fingerprint, secondary, transport, envelope }: StoredCall,
): Promise<AgentActor> {
  const [known, current] = [await keys.find(agent_id, { fresh: true }), await findAgentStatus(db, agent_id)]
  if (!known || !current) throw new Error('the agent was deleted')
  const { status, key_version } = current
  if (!statuses.includes(status)) {
    throw await inactive({ db, installation, now }, { agent_id, status }, { isSigned: envelope !== undefined })
  }
  const { handle, visibility } = known
  const actor = {
    kind: 'agent',
    agent_id,
    handle,
    visibility,
    key_version,
    key_fingerprint,
    status,
    transport,
  } as const
  return secondary ? { ...actor, secondary } : actor
}

async function end(
  { db, emit }: TransactionScope,
  { id, agent_id, tool }: OpenHeldCall,
  outcome: HoldOutcome,
  result: HoldResult | null,
  now: Date,
): Promise<void> {
  if (!(await endHeldCall(db, { id, outcome, result }, now))) return
  emit(agent_id, 'agent.held_call.ended', {
    actor: { kind: 'platform' },
    subject: { message_id: id },
    excerpt: '',
    data: { approval_id: id, tool, outcome, made: result?.made ?? null, problem: result?.problem?.slug ?? null },
  })
}
