import { ChatFailure, type ChatModel } from '../../../push/chat-completions.ts'
import {
  countRewordedTasks,
  deleteRewordedTasksOfOthers,
  insertRewordedTask,
} from '../../../storage/challenges/reworded-tasks.ts'
import { SECOND } from '../../core/durations.ts'
import type { Job, JobContext } from '../../core/jobs/job-runner.ts'
import { CHALLENGE_VERSION } from '../tasks/challenge-tasks.ts'
import { drawFrom } from '../tasks/engine/draw.ts'
import { drawPlan } from '../tasks/engine/draw-plan.ts'
import type { About } from '../tasks/engine/family.ts'
import { grade } from '../tasks/engine/grade.ts'
import { proseOf, withProse } from '../tasks/engine/prose.ts'
import { render, renderAmount } from '../tasks/engine/render.ts'
import { schemaOf } from '../tasks/engine/schema.ts'
import { FAMILIES } from '../tasks/families.ts'
import { answerByModel, rewordByModel } from './model-prompts.ts'

/** Target size of the pool per family; beyond it, challenges use template wording. */
const POOL = 20
const SEED_BYTES = 16

/**
 * Fills the pool of tasks that the operator's model rewrote, if one is configured. A run processes one task: the model
 * rewrites it, and solves it in a separate request. If the answer is wrong, or the model fails, the task is dropped.
 * Challenges never wait for this; if the pool is empty, they use template wording. The number of runs limits the cost,
 * however many challenges are requested.
 */
export const rewordTasksJob: Job = {
  name: 'reword_challenge_tasks',
  everyMs: 30 * SECOND,
  isAlone: true,
  async run(context) {
    const { chatModel } = context
    if (!chatModel) return { more: false }
    const family = await familyToFill(context)
    if (!family) return { more: false }
    try {
      const left = await addReworded(context, chatModel, family)
      return { more: false, ...(left === undefined ? {} : { left }) }
    } catch (error) {
      if (error instanceof ChatFailure) return { more: false, left: error.message }
      throw error
    }
  },
}

type AnyFamily = (typeof FAMILIES)[number]

/** The family with the fewest tasks; `undefined`: the pool is full. */
async function familyToFill({ db }: JobContext): Promise<AnyFamily | undefined> {
  await deleteRewordedTasksOfOthers(db, CHALLENGE_VERSION)
  const counts = await countRewordedTasks(db, CHALLENGE_VERSION)
  const countOf = ({ name }: AnyFamily) => counts.get(name) ?? 0
  const [fewest] = FAMILIES.toSorted((one, other) => countOf(one) - countOf(other))
  return fewest && countOf(fewest) < POOL ? fewest : undefined
}

/** Adds a task to the pool, or returns why it did not. */
async function addReworded(
  { db, newId, randomBytes }: JobContext,
  model: ChatModel,
  family: AnyFamily,
): Promise<string | undefined> {
  const draw = drawFrom(randomBytes(SEED_BYTES).toString('hex'))
  const plan = drawPlan(family, draw)
  const template = render(draw, family.wording, () => family.outline(plan, 'N', draw))
  const prose = await rewordByModel(model, proseOf(template), namesIn(plan))
  if (!prose) return 'the model did not rewrite a task with the same meaning'
  const text = withProse(template, prose)
  const about = someAgent(draw.integer(0, INTERESTS.length))
  const answer = family.solve(plan, about)
  const schema = schemaOf(answer)
  const request = {
    ...text,
    ...(family.type === 'self_description' ? { input: { ...about } } : {}),
    instruction: `${text.instruction}\n\n${renderAmount(draw, plan.amount)}`,
    schema,
  }
  if (grade(answer, await answerByModel(model, request), schema) !== true)
    return 'the model did not solve the task that it wrote; the task was dropped'
  await insertRewordedTask(db, {
    id: newId(),
    family: family.name,
    version: CHALLENGE_VERSION,
    plan: JSON.stringify(plan),
    prose,
  })
  return undefined
}

/** The names of people and things in a plan. */
const namesIn = (plan: unknown): string[] => [
  ...new Set([...JSON.stringify(plan).matchAll(/(?<=")\p{Lu}\p{L}+(?=")/gu)].map(([name]) => name)),
]

const INTERESTS = ['cartography', 'tea', 'compilers', 'lighthouses', 'sourdough', 'tides']

const someAgent = (interests: number): About => ({
  handle: 'quiet-heron',
  name: 'Quiet Heron',
  interests: INTERESTS.slice(0, interests),
})
