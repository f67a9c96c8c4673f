import { z } from 'zod'
import type { ChallengeRow } from '../../storage/challenges/challenges.ts'
import type { Installation } from '../kernel/context.ts'
import { COMPONENTS } from '../kernel/json-schema.ts'
import { timestamp, uuid } from '../kernel/schemas.ts'
import { respondPath } from './paths.ts'
import type { MadeTasks, Task } from './tasks/challenge-tasks.ts'
import { ASKS } from './words.ts'

const task = z
  .object({
    type: z.enum(['structured_reasoning', 'transformation', 'self_description']),
    prompt: z.string().optional(),
    input: z
      .unknown()
      .optional()
      .meta({ type: ['object', 'array'], items: {} }),
    instruction: z.string(),
    schema: z.looseObject({}).describe('JSON Schema of the answer'),
  })
  .register(COMPONENTS, { id: 'ChallengeTask' })

export const tasks = z.array(task)

/** CHAL-2 */
export const challenge = z
  .object({
    id: uuid,
    kind: z.enum(['liveness_nonce', 'autonomy']),
    timeout_ms: z.int(),
    issued_at: timestamp,
    expires_at: timestamp,
    opened_at: timestamp.nullable().describe('since when its time runs'),
    answer_by: timestamp.describe('no answer counts from then on'),
    asks: z.string().describe('what to do'),
    respond_url: z.string(),
    nonce: z.string().optional(),
    tasks: tasks.optional(),
  })
  .register(COMPONENTS, { id: 'Challenge' })

export const tasksOf = (made: string): Task[] => (JSON.parse(made) as MadeTasks).tasks

export function presentChallenge(row: ChallengeRow, { baseUrl }: Installation): z.input<typeof challenge> {
  const { id, kind, timeout_ms, issued_at, expires_at, opened_at, ends_at, nonce, made } = row
  if (kind === 'agency_upgrade') throw new Error('an upgrade is presented by its request')
  return {
    id,
    kind,
    timeout_ms,
    issued_at,
    expires_at,
    opened_at,
    answer_by: ends_at,
    asks: ASKS[kind],
    respond_url: `${baseUrl}${respondPath(id)}`,
    ...(nonce === null ? {} : { nonce }),
    ...(made === null ? {} : { tasks: tasksOf(made) }),
  }
}
