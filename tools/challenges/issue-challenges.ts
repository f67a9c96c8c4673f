import { insertChallenges, type NewChallenge } from '../../storage/challenges/challenge-rows.ts'
import type { Context, TransactionScope } from '../core/context.ts'
import type { ChallengeTerms, SweptKind } from './challenge-terms.ts'
import { issueInstruction } from './instructions.ts'
import { CHALLENGE_VERSION } from './tasks/challenge-tasks.ts'

type Issuing = Pick<Context, 'now' | 'newId' | 'randomBytes' | 'installation'>

/** 128 bits. */
const NONCE_BYTES = 16

function newChallenge(
  agent_id: string,
  kind: SweptKind,
  { timeoutMs, expiryMs }: ChallengeTerms,
  { now, newId, randomBytes }: Issuing,
): NewChallenge & { kind: SweptKind } {
  const isLiveness = kind === 'liveness_nonce'
  const timeout_ms = timeoutMs[kind]
  const expires_at = new Date(now.getTime() + (isLiveness ? timeout_ms : expiryMs)).toISOString()
  return {
    id: newId(),
    agent_id,
    kind,
    version: CHALLENGE_VERSION,
    timeout_ms,
    nonce: isLiveness ? randomBytes(NONCE_BYTES).toString('hex') : null,
    made: null,
    attempt: 1,
    issued_at: now.toISOString(),
    expires_at,
    opened_at: null,
    ends_at: expires_at,
  }
}

/**
 * Issues challenges to agents whose status rows the transaction has locked, and notifies them; an agent with an open
 * one of the kind gets no other. Returns the issued ones.
 */
export async function issueChallenges(
  { db, emit }: TransactionScope,
  wanted: readonly { agent_id: string; kind: SweptKind }[],
  terms: ChallengeTerms,
  context: Issuing,
): Promise<NewChallenge[]> {
  const challenges = wanted.map(({ agent_id, kind }) => newChallenge(agent_id, kind, terms, context))
  const inserted = await insertChallenges(db, challenges)
  const issued = challenges.filter(({ id }) => inserted.has(id))
  for (const { id, agent_id, kind, timeout_ms, expires_at, nonce } of issued) {
    emit(agent_id, 'verification_challenge', {
      actor: { kind: 'platform' },
      subject: {},
      excerpt: issueInstruction(id, kind, expires_at, context.installation),
      data: { challenge_id: id, kind, timeout_ms, expires_at, ...(nonce === null ? {} : { nonce }) },
    })
  }
  return issued
}
