import { z } from 'zod'
import type { ClosedChallenge } from '../../storage/challenges/challenge-rows.ts'
import type { Installation } from '../core/context.ts'
import { timestamp, uuid } from '../core/schemas.ts'
import { SWEPT_KINDS } from './challenge-terms.ts'
import { pollInstruction } from './instructions.ts'

/** Announces a challenge without its tasks: these are shown, and their time starts, when they are fetched. */
export const challengeView = z.object({
  challenge_id: uuid,
  kind: z.enum(SWEPT_KINDS),
  asks: z.string().describe('what to do, and where'),
  answer_by: timestamp.describe('deadline for an answer'),
})

/** `undefined`: the agent itself requested it. */
export function presentChallengeView(
  { id, kind, ends_at }: ClosedChallenge,
  installation: Installation,
): z.input<typeof challengeView> | undefined {
  if (kind === 'agency_upgrade') return undefined
  return { challenge_id: id, kind, asks: pollInstruction(kind, installation), answer_by: ends_at }
}
