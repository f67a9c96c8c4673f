import { deepEqual, equal, notDeepEqual, ok } from 'node:assert/strict'
import { answerUpgrade, askUpgrade, challenged, judged, profileOf } from '../../acts/challenged.ts'
import type { Data } from '../../clients/http.ts'
import type { Identity } from '../../clients/signing.ts'
import { needsOperator } from '../../operator.ts'
import { defineScenario, type Stage } from '../../scenario.ts'
import type { Task } from '../../shapes/challenges.ts'
import type { World } from '../../world.ts'
import { changed, inDigits, loudly, membersOf, nodesOf, turned } from './answers-said-otherwise.ts'

export const operatorTasks = defineScenario('tasks of challenges, and how their answers are judged', async stage => {
  await checkUpgrade(stage)
  await checkAutonomy(stage)
  await checkForms(stage)
  await checkOrder(stage)
  await checkOdd(stage)
})

const textOf = ({ prompt, input, instruction }: Task) => [prompt, JSON.stringify(input), instruction].join('\n')

const schemasOf = (tasks: Task[]) => tasks.map(({ schema }) => schema)

/** CHAL-105 */
function requireTold(task: Task): void {
  for (const { type, properties, required, additionalProperties } of nodesOf(task.schema)) {
    ok(typeof type === 'string')
    if (type !== 'object') continue
    deepEqual([...(required as string[])].sort(), Object.keys(properties as Data).sort())
    equal(additionalProperties, false)
  }
  const [text, members] = [textOf(task), membersOf(task.schema)]
  ok(members.length > 0)
  for (const member of members) ok(text.includes(member), `tells of ${member}`)
}

async function checkUpgrade({ check, world }: Stage): Promise<void> {
  await check(
    'operator-tasks.upgrade',
    'an upgrade asks one task of each type, and new ones each time',
    ['CHAL-100', 'CHAL-101', 'CHAL-105', 'CHAL-112', 'CHAL-113'],
    async () => {
      needsOperator(world)
      const agent = await world.newAgent('read', { interests: ['lighthouses', 'sourdough', 'tide tables'] })
      const { tasks, challenge_id } = await askUpgrade(world, agent)
      deepEqual(
        tasks.map(({ type }) => type),
        ['structured_reasoning', 'transformation', 'self_description'],
      )
      for (const task of tasks) requireTold(task)
      const { handle, name, interests } = await profileOf(world, agent)
      deepEqual(tasks[2]!.input, { handle, name, interests })
      const other = await askUpgrade(world, await world.newAgent('reads'))
      equal((await answerUpgrade(world, agent, challenge_id, [null, null, null])).result, 'failed')
      const again = await askUpgrade(world, agent)
      for (const asked of [other, again]) for (const at of [0, 1]) notDeepEqual(asked.tasks[at], tasks[at])
    },
  )
}

/** An autonomy challenge, and what is right there. */
async function asked(world: World, agent: Identity) {
  const found = await challenged(world, agent, 'autonomy')
  ok(found.kind === 'autonomy')
  const right = await needsOperator(world).answers(found.id)
  const answered = async (responses: unknown[]) => (await judged(world, agent, found.id, { responses })).result
  return { ...found, right, answered }
}

async function checkAutonomy({ check, world }: Stage): Promise<void> {
  await check(
    'operator-tasks.autonomy',
    'autonomy asks three tasks, the later by names of the earlier',
    ['CHAL-100', 'CHAL-102', 'CHAL-105', 'CHAL-113'],
    async () => {
      needsOperator(world)
      const agent = await world.newAgent('reasons')
      const first = await asked(world, agent)
      equal(new Set(first.tasks.map(textOf)).size, 3)
      const known = new Set<string>()
      for (const task of first.tasks) {
        ok(task.type !== 'self_description')
        requireTold(task)
        for (const member of membersOf(task.schema)) known.add(member)
        for (const [, name] of textOf(task).matchAll(/`([^`]+)`/g)) ok(known.has(name!), `${name} is of some answer`)
      }
      equal(await first.answered(first.right), 'passed')
      const further = await asked(world, agent)
      for (const at of [0, 1, 2]) notDeepEqual(further.tasks[at], first.tasks[at])
      equal(await further.answered(first.right), 'failed')
    },
  )
}

async function checkForms({ check, world }: Stage): Promise<void> {
  await check('operator-tasks.text', 'case, composition and space around change no answer', ['CHAL-107'], async () => {
    needsOperator(world)
    const { tasks, right, answered } = await asked(world, await world.newAgent('loud'))
    equal(await answered(saidOtherwise(tasks, right, loudly)), 'passed')
  })
  await check('operator-tasks.numbers', 'a number may be the text of its digits, and no other', ['CHAL-108'], async () => {
    needsOperator(world)
    const agent = await world.newAgent('digits')
    const { tasks, right, answered } = await asked(world, agent)
    equal(await answered(saidOtherwise(tasks, right, inDigits)), 'passed')
    for (const said of [(n: number) => `0${n}`, (n: number) => `${n}.0`, (n: number) => `${n} euros`]) {
      const next = await asked(world, agent)
      const change = (value: unknown) => (typeof value === 'number' ? said(value) : undefined)
      equal(await next.answered(saidOtherwise(next.tasks, next.right, change)), 'failed')
    }
  })
}

const saidOtherwise = (tasks: Task[], right: unknown[], change: Parameters<typeof changed>[2]) =>
  schemasOf(tasks).map((schema, at) => changed(right[at], schema, change))

/** So often at most it is tried until a right answer has a list that can be turned around. */
const TRIES = 28

async function checkOrder({ check, world }: Stage): Promise<void> {
  await check('operator-tasks.order', 'answers stand in the order of tasks, and lists in theirs', ['CHAL-106', 'CHAL-109'], async () => {
    needsOperator(world)
    const agent = await world.newAgent('order')
    const first = await asked(world, agent)
    equal(await first.answered(first.right.toReversed()), 'failed')
    let hasTurned = false
    for (let turn = 0; turn < TRIES && !hasTurned; turn++) {
      const { tasks, right, answered } = await asked(world, agent)
      const other = saidOtherwise(tasks, right, turned(false))
      hasTurned = JSON.stringify(other) !== JSON.stringify(right)
      equal(await answered(other), hasTurned ? 'failed' : 'passed')
    }
    ok(hasTurned, 'some answer has a list in an order')
  })
  await check('operator-tasks.sets', 'a list of uniqueItems comes in any order', ['CHAL-109'], async () => {
    const operator = needsOperator(world)
    const agent = await world.newAgent('sets', { interests: ['lighthouses', 'tea', 'geology', 'sailing'] })
    let hasTurned = false
    for (let turn = 0; turn < TRIES && !hasTurned; turn++) {
      const { challenge_id, tasks } = await askUpgrade(world, agent)
      const right = await operator.answers(challenge_id)
      const other = saidOtherwise(tasks, right, turned(true))
      hasTurned = JSON.stringify(other) !== JSON.stringify(right)
      equal((await answerUpgrade(world, agent, challenge_id, other)).result, 'passed')
    }
    ok(hasTurned, 'some answer has a list in no order')
  })
}

async function checkOdd({ check, world }: Stage): Promise<void> {
  await check('operator-tasks.odd', 'what has another shape, or no end, is wrong and nothing else', ['CHAL-110'], async () => {
    needsOperator(world)
    const agent = await world.newAgent('odd')
    const deep = JSON.parse(`${'['.repeat(20)}${']'.repeat(20)}`)
    for (const odd of [null, 7, '', [], {}, 'x'.repeat(20_000), Array(5_000).fill(0), deep]) {
      const { right, answered } = await asked(world, agent)
      equal(await answered([...right.slice(0, 2), odd]), 'failed', JSON.stringify(odd).slice(0, 40))
    }
    const more = await asked(world, agent)
    equal(await more.answered(more.right.map(answer => ({ ...(answer as Data), more: 1 }))), 'failed')
    const fewer = await asked(world, agent)
    const less = fewer.right.map(answer => Object.fromEntries(Object.entries(answer as Data).slice(1)))
    equal(await fewer.answered(less), 'failed')
    const text = await asked(world, agent)
    equal(await text.answered(text.right.map(answer => JSON.stringify(answer))), 'failed', 'JSON is no text')
  })
}
