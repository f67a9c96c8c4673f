import { SQL } from 'sql-template-strings'
import { z } from 'zod'
import type { Queryable } from '../../storage/db/db.ts'
import { type MadeTasks, rightResponses } from '../../tools/challenges/tasks/challenge-tasks.ts'
import { defineOperatorTool } from '../../tools/kernel/define.ts'
import { Problem } from '../../tools/kernel/problems/problems.ts'
import { uuid } from '../../tools/kernel/schemas.ts'
import { wrongResponses } from './wrong-responses.ts'

/** What a challenge whose tasks were shown wants to hear, an agent's or a newcomer's; `undefined`: they were not. */
export async function findRightAnswers(db: Queryable, challengeId: string): Promise<unknown[] | undefined> {
  const made = await findMade(db, challengeId)
  return made && rightResponses(made)
}

/** For each task of a challenge that was shown a response that fits its schema and is wrong. */
export const findWrongAnswers = async (db: Queryable, challengeId: string): Promise<unknown[]> =>
  wrongResponses((await findMade(db, challengeId))!.tasks)

async function findMade(db: Queryable, challengeId: string): Promise<MadeTasks | undefined> {
  const row = await db.maybeOne<{ made: string | null }>(SQL`
    select made from enrollment_challenge where id = ${challengeId}
    union all select made from challenge where id = ${challengeId}`)
  return row?.made ? (JSON.parse(row.made) as MadeTasks) : undefined
}

/** Of the shape of a nonce, and right for no challenge. */
export const WRONG_NONCE = '0'.repeat(32)

/** Nothing that is shipped tells this. */
export const tellRightAnswers = defineOperatorTool({
  name: 'tell_right_answers',
  description: 'The right answers to the tasks of a challenge.',
  effect: 'read',
  input: z.object({ challenge_id: uuid.describe('the challenge') }),
  output: z.object({ responses: z.array(z.unknown()) }),
  problems: ['not-found'],
  async handler({ challenge_id }, { db }) {
    const responses = await findRightAnswers(db, challenge_id)
    if (!responses) throw new Problem('not-found', 'There is no such challenge, or its tasks were not shown yet.')
    return { responses }
  },
})
