import { takeRewordedTasks } from '../../../storage/challenges/reworded-tasks.ts'
import type { Queryable } from '../../../storage/db/db.ts'
import type { Context } from '../../core/context.ts'
import {
  CHALLENGE_VERSION,
  type ChallengeKind,
  familiesOf,
  type MadeTasks,
  makeTasks,
} from '../tasks/challenge-tasks.ts'
import type { About } from '../tasks/engine/family.ts'

/** The seed of tasks: 128 bits. */
const SEED_BYTES = 16

/** New tasks for an agent, reworded if the pool has some. Within the transaction that stores them. */
export async function makeChallengeTasks(
  db: Queryable,
  kind: ChallengeKind,
  about: About,
  { randomBytes }: Pick<Context, 'randomBytes'>,
): Promise<MadeTasks> {
  const seed = randomBytes(SEED_BYTES).toString('hex')
  const families = familiesOf(kind, seed).map(({ name }) => name)
  const rows = await takeRewordedTasks(db, families, CHALLENGE_VERSION)
  const reworded = rows.map(({ plan, ...row }) => ({ ...row, plan: JSON.parse(plan) }))
  return makeTasks(kind, seed, about, reworded)
}
