import { z } from 'zod'
import type { HoldRules } from '../../storage/holds/hold-rules.ts'
import type { AgentActor, Context } from './context.ts'
import { timestamp, uuid } from './schemas.ts'
import { COMPONENTS } from './tool-json-schema.ts'

/** What an owner is asked to approve. */
export interface HoldRequest {
  /** The whole call, in words: what the owner does not see here cannot be in it. */
  text: string
  /** The approval is of no use from then on. */
  closes_at?: Date
}

/** What an owner may want to approve before it is done (HOLD-1). */
export interface Holdable<Input, Output> {
  /** The request, if the rules apply to this call; reads what they compare, and changes nothing. */
  judge(rules: HoldRules, input: Input, context: Context<AgentActor>): Promise<HoldRequest | undefined>
  /** Ids of what the call made, which its agent is notified of. */
  made(output: Output): Readonly<Record<string, string>>
}

/** A call that is valid so far. */
export interface HoldAttempt {
  context: Context<AgentActor>
  input: Readonly<Record<string, unknown>>
  options: { readonly dry_run: boolean; readonly allow_credential_like: boolean }
  /** Judges the call without doing it; throws what would refuse it. */
  rehearse(): Promise<{ is_replay: boolean; is_existing: boolean }>
}

export interface HeldOutput {
  output: Record<string, unknown>
  /** It was held before. */
  is_replay: boolean
}

/** Holds a call for its owner; `undefined`: it is done at once. */
export type Hold = (attempt: HoldAttempt) => Promise<HeldOutput | undefined>

/** What a call returns that waits for the approval of the agent's owner (HOLD-3). */
export const heldCall = z
  .object({
    status: z.literal('held'),
    approval_id: uuid.describe('the message that asks your owner'),
    expires_at: timestamp.describe('without a decision by then, it is not done'),
  })
  .register(COMPONENTS, { id: 'HeldCall' })

/** The problems that holding a call may throw. */
export const holdProblems = ['call-not-approved', 'held-calls-full'] as const
