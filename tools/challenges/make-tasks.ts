import type { Context } from '../kernel/context.ts'
import { type ChallengeKind, type MadeTasks, makeTasks } from './tasks/challenge-tasks.ts'
import type { About } from './tasks/engine/family.ts'

/** Of the randomness that tasks are drawn by: 128 bits. */
const SEED_BYTES = 16

/** New tasks for an agent. */
export const makeChallengeTasks = (
  kind: ChallengeKind,
  about: About,
  { randomBytes }: Pick<Context, 'randomBytes'>,
): MadeTasks => makeTasks(kind, randomBytes(SEED_BYTES).toString('hex'), about)
