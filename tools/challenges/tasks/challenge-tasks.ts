import { type AmountSource, drawSource } from './engine/amount.ts'
import { type Draw, drawFrom } from './engine/draw.ts'
import { drawPlan, isUsable } from './engine/draw-plan.ts'
import type { About, Family, TaskType } from './engine/family.ts'
import { grade } from './engine/grade.ts'
import type { Json } from './engine/json.ts'
import { withProse } from './engine/prose.ts'
import { render, renderAmount, type TaskText } from './engine/render.ts'
import { type Schema, schemaOf } from './engine/schema.ts'
import { FAMILIES } from './families.ts'

/** The version of task families and grading; changes if answers to the same tasks would be graded differently. */
export const CHALLENGE_VERSION = 1

export type ChallengeKind = 'enrollment' | 'agency_upgrade' | 'autonomy'

export interface Task extends TaskText {
  type: TaskType
  schema: Schema
}

/** Tasks with their expected answers: stored together, since another version may have to grade them. */
export interface MadeTasks {
  tasks: Task[]
  expected: Json[]
}

/** An instance with rewritten sentences. These call its amount N, without its value. */
export interface RewordedTask {
  family: string
  plan: { amount: number }
  prose: readonly string[]
}

const TYPES: readonly TaskType[] = ['structured_reasoning', 'transformation', 'self_description']

/** The families of a challenge's three tasks, in order. */
export function familiesOf(kind: ChallengeKind, seed: string): readonly Family<{ amount: number }>[] {
  const draw = drawFrom(`${seed}/families`)
  const of = (type: TaskType) => FAMILIES.filter(family => family.type === type)
  const reasoned = [...of('structured_reasoning'), ...of('transformation')]
  return kind === 'autonomy' ? draw.sample(reasoned, TYPES.length) : TYPES.map(type => draw.pick(of(type)))
}

/**
 * Three tasks; for autonomy, later ones depend on earlier answers. Reworded tasks replace those with template wording.
 */
export function makeTasks(
  kind: ChallengeKind,
  seed: string,
  about: About,
  reworded: readonly RewordedTask[] = [],
): MadeTasks {
  const made: MadeTasks = { tasks: [], expected: [] }
  for (const [at, family] of familiesOf(kind, seed).entries()) {
    const draw = drawFrom(`${seed}/${at}`)
    const source = kind === 'autonomy' ? drawSource(draw, made.expected) : undefined
    const { plan, text } = useReworded(family, draw, source, reworded) ?? drawTask(family, draw, source)
    const input = family.type === 'self_description' ? { input: { ...about } } : {}
    const answer = family.solve(plan, about)
    made.tasks.push({ type: family.type, ...text, ...input, schema: schemaOf(answer) })
    made.expected.push(answer)
  }
  return made
}

interface DrawnTask {
  plan: { amount: number }
  text: TaskText
}

function drawTask(family: Family<{ amount: number }>, draw: Draw, source: AmountSource | undefined): DrawnTask {
  const plan = drawPlan(family, draw, source?.value)
  const amount = source ? 'N' : plan.amount
  const note = source && renderAmount(draw, plan.amount, source)
  return { plan, text: render(draw, family.wording, () => family.outline(plan, amount, draw), note) }
}

/** `undefined`: there is no reworded task of the family, or it is not valid with the amount of the earlier answer. */
function useReworded(
  family: Family<{ amount: number }>,
  draw: Draw,
  source: AmountSource | undefined,
  reworded: readonly RewordedTask[],
): DrawnTask | undefined {
  const found = reworded.find(task => task.family === family.name)
  if (!found) return undefined
  const plan = source ? { ...found.plan, amount: source.value } : found.plan
  if (!isUsable(family, plan)) return undefined
  const template = render(draw, family.wording, () => family.outline(plan, 'N', draw))
  const text = withProse(template, found.prose)
  return { plan, text: { ...text, instruction: `${text.instruction}\n\n${renderAmount(draw, plan.amount, source)}` } }
}

/** For each task, whether its response is correct; `undefined`: it cannot be read by the schema of the task. */
export const gradeResponses = (made: MadeTasks, responses: readonly unknown[]): (boolean | undefined)[] =>
  made.tasks.map(({ schema }, at) => grade(made.expected[at]!, responses[at], schema))

export const rightResponses = (made: MadeTasks): Json[] => made.expected
