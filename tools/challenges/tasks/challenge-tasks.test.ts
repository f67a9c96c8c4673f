import test from 'ava'
import { gradeResponses, makeTasks, rightResponses } from './challenge-tasks.ts'
import type { Json } from './frame/family.ts'

const about = { handle: 'quiet_heron', name: 'Quiet Heron', interests: ['cartography', 'tea'] }
const KINDS = ['enrollment', 'agency_upgrade', 'autonomy'] as const
const SEEDS = Array.from({ length: 60 }, (_, seed) => `seed ${seed}`)

test('every kind of challenge has three tasks, and their right answers pass', t => {
  for (const kind of KINDS) {
    for (const seed of SEEDS) {
      const made = makeTasks(kind, seed, about)
      t.is(made.tasks.length, 3)
      t.deepEqual(gradeResponses(made, rightResponses(made)), [true, true, true])
      t.deepEqual(JSON.parse(JSON.stringify(made)), made)
    }
  }
})

test('the same seed makes the same, another seed something else', t => {
  for (const kind of KINDS) {
    t.deepEqual(makeTasks(kind, 'one', about), makeTasks(kind, 'one', about))
    t.is(new Set(SEEDS.map(seed => JSON.stringify(makeTasks(kind, seed, about)))).size, SEEDS.length)
  }
})

test('enrollment and upgrade ask one task of each type, autonomy three that lean on each other', t => {
  for (const seed of SEEDS) {
    for (const kind of ['enrollment', 'agency_upgrade'] as const) {
      const { tasks } = makeTasks(kind, seed, about)
      t.deepEqual(
        tasks.map(({ type }) => type),
        ['structured_reasoning', 'transformation', 'self_description'],
      )
    }
    const { tasks, expected } = makeTasks('autonomy', seed, about)
    for (const at of [1, 2]) {
      const text = JSON.stringify(tasks[at])
      const members = expected.slice(0, at).flatMap(answer => Object.keys(answer as object))
      t.true(
        members.some(member => text.includes(`\`${member}\``)),
        text,
      )
    }
  }
})

test('whatever is answered is graded, and what is no list of three is wrong', t => {
  const made = makeTasks('autonomy', 'any', about)
  const deep = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)
  const long = Array.from({ length: 100_000 }, () => 'x')
  for (const responses of [
    undefined,
    null,
    'yes',
    3,
    {},
    [],
    [1, 2],
    [deep, long, {}],
    [null, '', 'x'.repeat(100_000)],
  ]) {
    t.deepEqual(gradeResponses(made, responses), [false, false, false])
  }
  const [first, , third] = rightResponses(made)
  t.deepEqual(gradeResponses(made, [first, long, third]), [true, false, true])
  t.deepEqual(gradeResponses(made, [first, third, third]), [true, false, true])
  t.deepEqual(gradeResponses(made, [...rightResponses(made), first]), [false, false, false])
})

test('numbers may come as text and words in any case, members may not be more or fewer', t => {
  const made = makeTasks('autonomy', 'forms', about)
  const other = rightResponses(made).map(answer => rewritten(answer))
  t.deepEqual(gradeResponses(made, other), [true, true, true])
  const more = rightResponses(made).map(answer => ({ ...(answer as object), extra: 1 }))
  t.deepEqual(gradeResponses(made, more), [false, false, false])
  const fewer = rightResponses(made).map(answer => Object.fromEntries(Object.entries(answer as object).slice(1)))
  t.deepEqual(gradeResponses(made, fewer), [false, false, false])
})

function rewritten(value: Json): Json {
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return ` ${value.toUpperCase().normalize('NFD')} `
  if (Array.isArray(value)) return value.map(rewritten)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, rewritten(inner)]))
}
