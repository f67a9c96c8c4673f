import { z } from 'zod'
import type { ChallengeRow } from '../../storage/challenges/challenges.ts'
import type { Installation } from '../kernel/context.ts'
import { timestamp, uuid } from '../kernel/schemas.ts'
import { SWEPT_KINDS } from './terms.ts'
import { toldToPollers } from './words.ts'

/** That something is asked, without showing it: tasks are shown, and their time begins, where they are fetched. */
export const asked = z.object({
  challenge_id: uuid,
  kind: z.enum(SWEPT_KINDS),
  asks: z.string().describe('what to do, and where'),
  answer_by: timestamp.describe('no answer counts from then on'),
})

/** `undefined`: nobody else asks for it than the agent. */
export function presentAsked(
  { id, kind, ends_at }: ChallengeRow,
  installation: Installation,
): z.input<typeof asked> | undefined {
  if (kind === 'agency_upgrade') return undefined
  return { challenge_id: id, kind, asks: toldToPollers(kind, installation), answer_by: ends_at }
}
