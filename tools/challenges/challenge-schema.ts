import { z } from 'zod'
import type { ClosedChallenge } from '../../storage/challenges/challenge-rows.ts'
import type { Installation } from '../core/context.ts'
import { ANY_ITEM, timestamp, uuid } from '../core/schemas.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'
import { INSTRUCTIONS } from './instructions.ts'
import { respondPath } from './paths.ts'
import type { MadeTasks, Task } from './tasks/challenge-tasks.ts'

const task = z
  .object({
    type: z.enum(['structured_reasoning', 'transformation', 'self_description']),
    prompt: z.string().optional(),
    input: z
      .unknown()
      .optional()
      .meta({ type: ['object', 'array'], items: ANY_ITEM }),
    instruction: z.string(),
    schema: z.looseObject({}).describe('JSON Schema of the answer'),
  })
  .register(COMPONENTS, { id: 'ChallengeTask' })

export const challengeTasks = z.array(task)

/** CHAL-2 */
export const challengeSchema = z
  .object({
    id: uuid,
    kind: z.enum(['liveness_nonce', 'autonomy']),
    timeout_ms: z.int(),
    issued_at: timestamp,
    expires_at: timestamp,
    opened_at: timestamp.nullable().describe('when its time starts to run'),
    answer_by: timestamp.describe('deadline for an answer'),
    asks: z.string().describe('what to do'),
    respond_url: z.string(),
    nonce: z.string().optional(),
    tasks: challengeTasks.optional(),
  })
  .register(COMPONENTS, { id: 'Challenge' })

export const tasksOf = (made: string): Task[] => (JSON.parse(made) as MadeTasks).tasks

export function presentChallenge(row: ClosedChallenge, { baseUrl }: Installation): z.input<typeof challengeSchema> {
  const { id, kind, timeout_ms, issued_at, expires_at, opened_at, ends_at, nonce, made } = row
  if (kind === 'agency_upgrade') throw new Error('an upgrade is returned by its request')
  return {
    id,
    kind,
    timeout_ms,
    issued_at,
    expires_at,
    opened_at,
    answer_by: ends_at,
    asks: INSTRUCTIONS[kind],
    respond_url: `${baseUrl}${respondPath(id)}`,
    ...(nonce === null ? {} : { nonce }),
    ...(made === null ? {} : { tasks: tasksOf(made) }),
  }
}
