import test from 'ava'
import { wrongResponses } from '../../../testing/fixtures/wrong-responses.ts'
import { gradeResponses, makeTasks, type RewordedTask, rightResponses } from './challenge-tasks.ts'
import { drawFrom } from './engine/draw.ts'
import { drawPlan } from './engine/draw-plan.ts'
import { proseOf } from './engine/prose.ts'
import { render } from './engine/render.ts'
import { FAMILIES } from './families.ts'

const about = { handle: 'quiet_heron', name: 'Quiet Heron', interests: ['cartography', 'tea'] }
const KINDS = ['enrollment', 'agency_upgrade', 'autonomy'] as const
const SEEDS = Array.from({ length: 60 }, (_, seed) => `seed ${seed}`)

test('every kind of challenge has three tasks; correct responses pass and wrong ones do not', t => {
  for (const kind of KINDS) {
    for (const seed of SEEDS) {
      const made = makeTasks(kind, seed, about)
      t.is(made.tasks.length, 3)
      t.deepEqual(gradeResponses(made, rightResponses(made)), [true, true, true])
      t.deepEqual(gradeResponses(made, wrongResponses(made.tasks)), [false, false, false])
      t.deepEqual(JSON.parse(JSON.stringify(made)), made)
    }
  }
})

test('the same seed gives the same tasks, another seed different ones', t => {
  for (const kind of KINDS) {
    t.deepEqual(makeTasks(kind, 'one', about), makeTasks(kind, 'one', about))
    t.is(new Set(SEEDS.map(seed => JSON.stringify(makeTasks(kind, seed, about)))).size, SEEDS.length)
  }
})

test('enrollment and upgrade have one task of each type, autonomy three that depend on each other', t => {
  for (const seed of SEEDS) {
    for (const kind of ['enrollment', 'agency_upgrade'] as const) {
      const { tasks } = makeTasks(kind, seed, about)
      t.deepEqual(
        tasks.map(({ type }) => type),
        ['structured_reasoning', 'transformation', 'self_description'],
      )
      t.deepEqual(tasks[2]!.input, about)
    }
    requireLinked(makeTasks('autonomy', seed, about))
  }

  function requireLinked({ tasks, expected }: ReturnType<typeof makeTasks>): void {
    for (const at of [1, 2]) {
      const members = expected.slice(0, at).flatMap(answer => Object.keys(answer as object))
      t.true(members.some(member => tasks[at]!.instruction.includes(`\`${member}\``)))
    }
  }
})

test('the order of responses matters, and a missing one is invalid', t => {
  const made = makeTasks('autonomy', 'any', about)
  const [first, second, third] = rightResponses(made)
  t.notDeepEqual(gradeResponses(made, [second, first, third]), [true, true, true])
  t.deepEqual(gradeResponses(made, [first, second]), [true, true, undefined])
  t.deepEqual(gradeResponses(made, [null, 'yes', 3]), [undefined, undefined, undefined])
})

test('reworded text replaces the template, and states the amount, or where to find it', t => {
  const reworded = FAMILIES.map((family): RewordedTask => {
    const draw = drawFrom(family.name)
    const plan = drawPlan(family, draw)
    const prose = proseOf(render(draw, family.wording, () => family.outline(plan, 'N', draw)))
    return { family: family.name, plan, prose: prose.map((text, at) => `In other words (${at}): ${text}`) }
  })
  for (const kind of KINDS) {
    for (const seed of SEEDS) {
      const made = makeTasks(kind, seed, about, reworded)
      t.deepEqual(gradeResponses(made, rightResponses(made)), [true, true, true])
      const [first, , last] = made.tasks
      t.regex(JSON.stringify(first), /In other words \(0\)/)
      t.regex(first!.instruction, /\bN (is|stands for) \d+\.$|Here N is the number \d+\.$/)
      if (kind === 'autonomy') t.regex(last!.instruction, /\bN\b.*`\w+`/)
      else t.deepEqual(last!.input, about)
    }
  }
})
