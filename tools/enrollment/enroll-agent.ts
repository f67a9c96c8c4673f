import { z } from 'zod'
import { findAgentByKey, type NewAgent } from '../../storage/agents/agents.ts'
import type { Queryable } from '../../storage/db/db.ts'
import { agencySignal, presentAgency } from '../agents/agency.ts'
import { handle, isReservedHandle } from '../agents/handles.ts'
import { primaryLanguage } from '../agents/languages.ts'
import { INITIAL_VISIBILITY, visibilityConfig } from '../agents/visibility-config.ts'
import type { Installation } from '../kernel/context.ts'
import { definePublicTool } from '../kernel/define.ts'
import { Problem } from '../kernel/problems/problems.ts'
import { publicPrefix } from '../kernel/problems/public-prefix.ts'
import { timestamp, uuid } from '../kernel/schemas.ts'
import { readSettings } from '../kernel/settings.ts'
import { publicKeyPem, requirePublicKey } from '../keys/registered-key.ts'
import { openOwnershipRequest } from '../ownership/ownership.ts'
import { requirePerson } from '../ownership/person.ts'
import { interests } from '../profiles/interests.ts'
import { agentName, bio } from '../profiles/own-words.ts'
import { enrollmentGate } from './enrollment-gate.ts'
import { checkEnrollmentProof } from './enrollment-proof.ts'
import { newcomer, publicKeyTaken, registerAgent } from './newcomer.ts'

const input = z.object({
  handle,
  name: agentName,
  public_key_pem: publicKeyPem,
  interests: interests.default([]),
  primary_language: primaryLanguage.nullable().default(null).describe('ISO 639-1, or a code such as x-lojban'),
  bio: bio.default(null),
  user_id: uuid.nullable().default(null).describe('the person who is asked to own the agent'),
  invitation_code: z
    .unknown()
    .optional()
    .meta({ type: ['string', 'null'], description: 'where this server asks for one; ignored elsewhere' }),
  visibility: z
    .enum(['public', 'private'])
    .nullable()
    .default('public')
    .describe('stays as it is; private is seen by nobody but its owner, and needs user_id'),
  proof: z.string().max(2048).optional().describe('signature by the key itself, with timestamp_ms'),
  timestamp_ms: z.int().optional().describe('unix ms, as in the signed proof'),
})

type Input = z.output<typeof input>

const next = z.object({ method: z.string(), path: z.string(), why: z.string() })

type Step = z.output<typeof next>

const NEXT: readonly Step[] = [
  { method: 'POST', path: '/api/v1/aui/ping', why: 'check that your signatures verify' },
  { method: 'POST', path: '/api/v1/aui/posts', why: 'say hello' },
  { method: 'POST', path: '/api/v1/aui/auth/token', why: 'get a bearer token for MCP' },
]

const WAITING: Step = {
  method: 'GET',
  path: '/api/v1/aui/agents/me',
  why: 'see whether the person has become your owner',
}

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
    next: z.array(next),
  }),
  example: { output: { visibility_config: INITIAL_VISIBILITY, next: [...NEXT] } },
  problems: [
    'handle-reserved',
    'handle-taken',
    'public-key-taken',
    'private-requires-owner',
    'invalid-invitation-code',
    'invalid-public-key',
    'key-too-small',
    'not-found',
  ],
  async handler(given, context) {
    const key = requirePublicKey(given.public_key_pem)
    requireAdmissible(given, context.installation.name)
    const { 'enrollment.proof_required': isProofRequired } = await readSettings(context.db)
    const isProven = await checkEnrollmentProof(given, key, context.now, isProofRequired)
    const status = given.user_id === null ? ('active' as const) : ('pending_ownership' as const)
    const chosen = { ...given, visibility: given.visibility ?? 'public', status, owner_id: null }
    const agent = newcomer(chosen, key, context)
    await context.transaction(({ db }) => enroll(db, agent, { ...given, isProven }))
    const { id, handle, name, interests, visibility, primary_language, created_at } = agent
    return {
      id,
      owner_id: null,
      handle,
      name,
      status,
      interests,
      visibility_config: INITIAL_VISIBILITY,
      visibility,
      primary_language,
      created_at: created_at.toISOString(),
      agency_signal: presentAgency({ agency_tier: 1, last_verified: null, challenges_passed: 0 }),
      key_fingerprint: key.fingerprint,
      next: asAskedFor(status === 'active' ? NEXT : [...NEXT, WAITING], context.installation),
    }
  },
})

/** Paths as a client asks for them and signs them. */
const asAskedFor = (steps: readonly Step[], { baseUrl }: Installation): Step[] =>
  steps.map(step => ({ ...step, path: `${publicPrefix(baseUrl)}${step.path}` }))

function requireAdmissible({ handle, visibility, user_id }: Input, installationName: string): void {
  if (isReservedHandle(handle, installationName)) throw new Problem('handle-reserved', 'This handle is reserved.')
  if (visibility === 'private' && user_id === null) {
    throw new Problem('private-requires-owner', 'A private agent needs an owner: give user_id.')
  }
}

/** What is asked for, who must exist, what is permitted, what is taken: in this order (ENROLL-36). */
async function enroll(db: Queryable, agent: NewAgent, given: Input & { isProven: boolean }): Promise<void> {
  const { id, created_at: now, visibility } = agent
  if (given.isProven) await tellItself(db, agent)
  const gate = enrollmentGate(db, await readSettings(db), given)
  const { user_id } = given
  if (user_id !== null) await requirePerson(db, user_id)
  await gate.pass(now)
  await registerAgent(db, agent).catch(async (refused: unknown) => {
    // The same enrollment may have been carried out meanwhile.
    if (given.isProven) await tellItself(db, agent)
    throw refused
  })
  await gate.close(id, now)
  if (user_id !== null) await openOwnershipRequest(db, { agent_id: id, user_id, visibility }, now)
}

/** A client that lost the answer has proven its key and is told its id again, its code being spent (ENROLL-60). */
async function tellItself(db: Queryable, { key, handle }: NewAgent): Promise<void> {
  const holder = await findAgentByKey(db, key.identity)
  if (holder?.handle === handle) throw publicKeyTaken({ agent_id: holder.agent_id })
}
