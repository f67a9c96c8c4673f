import { FAMILIES } from './families.ts'
import { type Draw, drawFrom } from './frame/draw.ts'
import { type About, type Family, type Json, LANGUAGES, type Schema, type TaskType } from './frame/family.ts'
import { isRight } from './grade.ts'

/** Which tasks there are and how they are graded; another number where answers to the same tasks are graded otherwise. */
export const CHALLENGE_VERSION = 1

export type ChallengeKind = 'enrollment' | 'agency_upgrade' | 'autonomy'

export interface Task {
  type: TaskType
  prompt?: string
  input?: Json
  instruction: string
  schema: Schema
}

/** What is asked, and beside it what is right: kept together, since another version may have to grade it. */
export interface MadeTasks {
  tasks: Task[]
  expected: Json[]
}

const TYPES: readonly TaskType[] = ['structured_reasoning', 'transformation', 'self_description']

/** Three tasks; of autonomy, the later lean on the answers of the earlier. */
export function makeTasks(kind: ChallengeKind, seed: string, about: About): MadeTasks {
  const draw = drawFrom(`${seed}/families`)
  const language = draw.pick(LANGUAGES)
  const tasks: Task[] = []
  const expected: Json[] = []
  for (const [index, family] of familiesOf(kind, draw).entries()) {
    const answers = kind === 'autonomy' ? [...expected] : []
    const plan = family.plan(drawFrom(`${seed}/${index}/plan`), { about, answers })
    const told = family.tell(plan, language, drawFrom(`${seed}/${index}/telling`))
    tasks.push({ type: family.type, ...told, schema: family.schema(plan) })
    expected.push(family.answer(plan))
  }
  return { tasks, expected }
}

function familiesOf(kind: ChallengeKind, draw: Draw): readonly Family<unknown>[] {
  const of = (type: TaskType) => FAMILIES.filter(family => family.type === type)
  const reasoned = [...of('structured_reasoning'), ...of('transformation')]
  return kind === 'autonomy' ? draw.sample(reasoned, TYPES.length) : TYPES.map(type => draw.pick(of(type)))
}

/** Of each task whether its response is right; what is no list of as many responses is wrong throughout. */
export function gradeResponses(made: MadeTasks, responses: unknown): boolean[] {
  const given = Array.isArray(responses) && responses.length === made.tasks.length ? responses : []
  return made.tasks.map((task, index) => isRight(made.expected[index]!, given[index], task.schema))
}

export const rightResponses = (made: MadeTasks): Json[] => made.expected
