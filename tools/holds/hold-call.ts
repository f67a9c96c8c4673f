import type { Queryable } from '../../storage/db/db.ts'
import { insertQuestionMessages } from '../../storage/dms/new-messages.ts'
import { countOpenHolds, findRepeatedHold, type HeldCall, insertHeldCall } from '../../storage/holds/held-calls.ts'
import { findHoldRules, lockHoldRules } from '../../storage/holds/hold-rules.ts'
import { RETENTION } from '../../storage/jobs/retention-periods.ts'
import { unkeyedWriter } from '../admission/idempotent-write.ts'
import { storageExceeded } from '../admission/storage-quota.ts'
import { opaqueUserId } from '../agents/opaque-user-id.ts'
import { statusChanged } from '../core/agent-status/status-changed.ts'
import type { Context, SignedFacts } from '../core/context.ts'
import type { Tool } from '../core/define-tool.ts'
import { DAY } from '../core/durations.ts'
import type { HeldOutput, HoldAttempt, HoldRequest } from '../core/holdable.ts'
import { Problem, type ProblemSlug } from '../core/problems/problem.ts'
import { keyConflict } from '../core/transactions/idempotency-problems.ts'
import { inputDigest } from '../core/transactions/idempotent-calls.ts'
import { newMessage, withQuestion, writtenTextOf } from '../dms/written-message.ts'
import { approvalUntil } from '../questions/question-input.ts'

/** HOLD-4 */
const HELD_MS = DAY
/** HOLD-6 */
const OPEN_PER_AGENT = 20

/** What is stored of a held call, to carry it out as it was made. */
export interface StoredCall {
  input: Record<string, unknown>
  key_fingerprint: string
  secondary?: 'device' | undefined
  transport: 'rest' | 'mcp'
  envelope?: (Omit<SignedFacts, 'message' | 'signature'> & { message: string; signature: string }) | undefined
}

/**
 * Holds a call that its owner's rules apply to: stores it with a request for approval, a message to the owner that shows
 * all of it. `tools/held-calls.job.ts` carries it out once it is approved.
 *
 * Invariants: what would be refused is refused at once, and what was done before is returned, so that only what would
 * be done is held. A repeat with the same key, or of the same call while it is held, holds nothing more. Calls of one
 * agent are held one after another, by a lock on its rules.
 */
export async function holdCall(tool: Tool, attempt: HoldAttempt): Promise<HeldOutput | undefined> {
  const { context, input, options, rehearse } = attempt
  const { db, actor } = context
  const rules = await findHoldRules(db, actor.agent_id)
  const request = rules && (await tool.holds?.judge(rules, input, context))
  if (!request) return undefined
  const call = repeatable(tool, input, actor.agent_id)
  const former = await findRepeatedHold(db, call)
  if (former) return outcomeOf(former, call)
  const { is_replay, is_existing } = await rehearse()
  if (is_replay || is_existing) return undefined
  if (options.dry_run) return rehearsed(request, context)
  return await context.transaction(async scope => {
    const locked = await lockHoldRules(scope.db, actor.agent_id)
    if (!locked) return undefined
    const before = await findRepeatedHold(scope.db, call)
    if (before) return outcomeOf(before, call)
    if ((await countOpenHolds(scope.db, actor.agent_id)) >= OPEN_PER_AGENT) throw tooMany()
    return await store(scope.db, { tool, call, request, attempt, owner: locked.owner_id })
  })
}

type Repeatable = ReturnType<typeof repeatable>

function repeatable({ name }: Tool, { idempotency_key: key, ...rest }: HoldAttempt['input'], agent_id: string) {
  return { agent_id, tool: name, key: key as string | undefined, input_digest: inputDigest(rest) }
}

/** What a repeat of a held call returns: that it is held, why it was not done or, `undefined`, what it has done. */
function outcomeOf({ outcome, result, ...held }: HeldCall, { input_digest }: Repeatable): HeldOutput | undefined {
  if (!held.input_digest.equals(input_digest)) throw keyConflict()
  if (outcome === null) return { output: presentHeld(held.id, held.closes_at), is_replay: true }
  if (outcome === 'done') return undefined
  if (!result?.problem) throw new Problem('call-not-approved', 'Your owner did not approve this call.', { outcome })
  const { slug, detail, members } = result.problem
  throw new Problem(slug as ProblemSlug, detail, members)
}

const presentHeld = (approval_id: string | null, expires_at: string) => ({ status: 'held', approval_id, expires_at })

const closesAt = ({ closes_at }: HoldRequest, { now }: Context): Date => {
  const latest = new Date(now.getTime() + HELD_MS)
  return closes_at && closes_at < latest ? closes_at : latest
}

function rehearsed(request: HoldRequest, context: Context): HeldOutput {
  const { approval_id, ...shown } = presentHeld(null, closesAt(request, context).toISOString())
  const output = { ...shown, ...(context.actor.transport === 'mcp' ? {} : { approval_id }), dry_run: true }
  return { output, is_replay: false }
}

const tooMany = () =>
  new Problem('held-calls-full', 'Too many of your calls wait for your owner.', { limit: OPEN_PER_AGENT })

interface Storing {
  tool: Tool
  call: Repeatable
  request: HoldRequest
  attempt: HoldAttempt
  owner: string
}

async function store(db: Queryable, { tool, call, request, attempt, owner }: Storing): Promise<HeldOutput> {
  const { context } = attempt
  const { actor, now, personKey } = context
  const closes_at = closesAt(request, context)
  const alias = opaqueUserId(personKey, actor.agent_id, owner)
  const addressee = { user_id: owner, user_handle: alias, to_id: null, to_handle: null }
  const words = writtenTextOf({ content_type: 'text/plain', content: request.text })
  const by = await unkeyedWriter(context)
  const message = withQuestion(
    newMessage(actor, addressee, words, { by, may_begin: true }, context),
    approvalUntil(closes_at),
  )
  const [written] = await insertQuestionMessages.run(db, [message])
  if (written?.outcome === 'over_quota') throw storageExceeded(written.used_bytes, by.storage_quota)
  if (written?.outcome !== 'created') throw await statusChanged(context)
  await insertHeldCall(db, {
    id: message.id,
    agent_id: actor.agent_id,
    tool: call.tool,
    idempotency_key: call.key,
    input_digest: call.input_digest,
    call: JSON.stringify(storedCall(tool, attempt, message.id)),
    created_at: now,
    closes_at,
    expires_at: new Date(now.getTime() + RETENTION.held_calls.ms),
  })
  return { output: presentHeld(message.id, closes_at.toISOString()), is_replay: false }
}

/** A call without a key gets one, so that it is carried out once whatever fails meanwhile. */
function storedCall(tool: Tool, { context, input, options }: HoldAttempt, id: string): StoredCall {
  const isKeyed = 'idempotency_key' in tool.input.shape
  const { actor, envelope } = context
  const { key_fingerprint, transport, secondary } = actor
  return {
    input: {
      ...input,
      ...(isKeyed && { idempotency_key: input.idempotency_key ?? id }),
      ...(options.allow_credential_like && { allow_credential_like: true }),
    },
    key_fingerprint,
    transport,
    ...(secondary === 'device' && { secondary }),
    ...(envelope && {
      envelope: {
        ...envelope,
        message: envelope.message.toString('base64'),
        signature: envelope.signature.toString('base64'),
      },
    }),
  }
}
