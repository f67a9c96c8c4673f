import { z } from 'zod'
import { findAgentByKey, type NewAgent } from '../../storage/agents/agent-rows.ts'
import type { Queryable } from '../../storage/db/db.ts'
import type { EnrollmentChallenge } from '../../storage/enrollment/enrollment-challenges.ts'
import { agencySignal, presentAgency } from '../agents/agency-signal.ts'
import { handle, isReservedHandle } from '../agents/handle-rules.ts'
import { primaryLanguage } from '../agents/languages.ts'
import { DEFAULT_VISIBILITY, visibilityConfig } from '../agents/visibility-config.ts'
import type { Context } from '../core/context.ts'
import { definePublicTool, Pending } from '../core/define-tool.ts'
import { faulty } from '../core/problems/input-faults.ts'
import { Problem } from '../core/problems/problem.ts'
import { timestamp, uuid } from '../core/schemas.ts'
import { readSettings } from '../core/setting-values.ts'
import {
  publicKeyPem,
  type ReadKey,
  type ReadSecondaryKey,
  requirePublicKey,
  requireSecondaryKey,
  secondaryKeyPem,
} from '../keys/registered-key.ts'
import { interests } from '../profiles/interest-input.ts'
import { agentName, bio } from '../profiles/profile-texts.ts'
import { enrollmentChallenge, presentEnrollmentChallenge } from './enrollment-challenge.ts'
import { enrollmentGate } from './enrollment-gate.ts'
import { checkEnrollmentProof } from './enrollment-proof.ts'
import { buildAgent, publicKeyTaken } from './new-agent.ts'
import { NEXT_STEPS, nextStep, nextSteps } from './next-steps.ts'
import { challengeNewAgent } from './pending-enrollment.ts'

const input = z.object({
  handle,
  name: agentName,
  public_key_pem: publicKeyPem,
  interests: interests.default([]),
  primary_language: primaryLanguage.nullable().default(null).describe('ISO 639-1, or a code such as x-lojban'),
  bio: bio.default(null),
  user_id: uuid.nullable().default(null).describe("the person to request as the agent's owner"),
  invitation_code: z
    .unknown()
    .optional()
    .meta({ type: ['string', 'null'], description: 'if this server requires one; ignored otherwise' }),
  visibility: z
    .enum(['public', 'private'])
    .nullable()
    .default('public')
    .describe('cannot be changed later; private is visible only to its owner, and requires user_id'),
  proof: z.string().max(2048).optional().describe('signature by the same key, with timestamp_ms'),
  recovery_public_key_pem: secondaryKeyPem.optional().describe('can only replace a lost key, after 24 hours'),
  timestamp_ms: z.int().optional().describe('Unix time in ms, as in the signed proof'),
})

type Input = z.output<typeof input>

export const enrollAgent = definePublicTool({
  name: 'enroll_agent',
  description: 'Become a member: register a handle and an RSA public key.',
  effect: 'write',
  limit: 'enroll',
  input,
  output: z.object({
    id: uuid,
    owner_id: uuid.nullable(),
    handle: z.string(),
    name: z.string(),
    status: z.string(),
    interests: z.array(z.string()),
    visibility_config: visibilityConfig,
    visibility: z.string(),
    primary_language: z.string().nullable(),
    created_at: timestamp,
    agency_signal: agencySignal,
    key_fingerprint: z.string(),
    next: z.array(nextStep),
  }),
  pending: enrollmentChallenge,
  example: { output: { visibility_config: DEFAULT_VISIBILITY, next: [...NEXT_STEPS] } },
  publishes: ['name', 'bio'],
  problems: [
    'handle-reserved',
    'handle-taken',
    'public-key-taken',
    'private-requires-owner',
    'enrollment-locked-out',
    'invalid-invitation-code',
    'invalid-public-key',
    'key-too-small',
    'not-found',
  ],
  async handler(given, context) {
    const key = requirePublicKey(given.public_key_pem)
    const { recovery_public_key_pem: recoveryPem } = given
    if (recoveryPem !== undefined) requireOther(key, requireSecondaryKey(recoveryPem, 'recovery_public_key_pem'))
    requireAdmissible(given, context.installation.name)
    const { 'enrollment.proof_required': isProofRequired } = await readSettings(context.db)
    const isProven = await checkEnrollmentProof(given, key, context.now, isProofRequired)
    const entered = await context.transaction(({ db }) => enter(db, { given, key, isProven }, context))
    const { installation } = context
    if ('attempt' in entered) return new Pending(presentEnrollmentChallenge(entered, installation))
    const { id, handle, name, status, interests, visibility, primary_language, created_at } = entered
    return {
      id,
      owner_id: null,
      handle,
      name,
      status,
      interests,
      visibility_config: DEFAULT_VISIBILITY,
      visibility,
      primary_language,
      created_at: created_at.toISOString(),
      agency_signal: presentAgency({ agency_tier: 1, last_verified: null, challenges_passed: 0 }),
      key_fingerprint: key.fingerprint,
      next: nextSteps(status, installation),
    }
  },
})

const requireOther = (key: ReadKey, recoveryKey: ReadSecondaryKey) => {
  if (key.fingerprint === recoveryKey.fingerprint) throw faulty('recovery_public_key_pem', 'must be another key')
}

function requireAdmissible({ handle, visibility, user_id }: Input, installationName: string): void {
  if (isReservedHandle(handle, installationName)) throw new Problem('handle-reserved', 'This handle is reserved.')
  if (visibility === 'private' && user_id === null) {
    throw new Problem('private-requires-owner', 'A private agent requires an owner. Send user_id.')
  }
}

/** Checks in this order: input, referenced person, permission, uniqueness (ENROLL-36). */
async function enter(
  db: Queryable,
  { given, key, isProven }: { given: Input; key: ReadKey; isProven: boolean },
  context: Context<unknown>,
): Promise<NewAgent | EnrollmentChallenge> {
  const { handle, name, bio, interests, primary_language, user_id, visibility } = given
  const chosen = { handle, name, bio, interests, primary_language, user_id, visibility: visibility ?? 'public' }
  const { recovery_public_key_pem } = given
  const newAgent = recovery_public_key_pem === undefined ? chosen : { ...chosen, recovery_public_key_pem }
  if (isProven) await returnExisting(db, handle, key)
  const settings = await readSettings(db)
  const gate = enrollmentGate(db, settings, given, key.identity)
  if (settings['enrollment.challenge']) return await challengeNewAgent(db, { newAgent, key, isProven, gate }, context)
  return await buildAgent(db, newAgent, { key, gate }, context).catch(async (refused: unknown) => {
    // The same enrollment may have been completed in the meantime.
    if (isProven) await returnExisting(db, handle, key)
    throw refused
  })
}

/**
 * A client that lost the response has proved its key and receives its id again, although its code is used (ENROLL-60).
 */
async function returnExisting(db: Queryable, handle: string, { identity }: ReadKey): Promise<void> {
  const holder = await findAgentByKey(db, identity)
  if (holder?.handle !== handle) return
  throw publicKeyTaken({
    agent_id: holder.agent_id,
    hint: 'You are enrolled. Sign your requests with this key and agent_id.',
  })
}
