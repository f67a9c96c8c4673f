import { deepEqual, equal, match, notDeepEqual, ok } from 'node:assert/strict'
import { requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import type { Data, Reply } from '../../clients/http.ts'
import type { Identity } from '../../clients/signing.ts'
import { needsOperator } from '../../operator.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import type { Task } from '../../schemas/challenges.ts'
import { answer, answerUpgrade, askUpgrade, judged, profileOf, tasksOf, wrongFor } from '../../steps/challenge-steps.ts'
import type { World } from '../../world.ts'
import { changed, inDigits, loudly, membersOf, nodesOf, turned } from './provider-answers.ts'

export const operatorTasks = defineScenario('tasks of challenges, and how their answers are judged', async context => {
  await checkUpgrade(context)
  await checkAutonomy(context)
  await checkForms(context)
  await checkOrder(context)
  await checkOdd(context)
})

const textOf = ({ prompt, input, instruction }: Task) => [prompt, JSON.stringify(input), instruction].join('\n')

const schemasOf = (tasks: Task[]) => tasks.map(({ schema }) => schema)

/** CHAL-105, CHAL-114 */
function requireDescribed(task: Task): void {
  for (const { type, properties, required, additionalProperties } of nodesOf(task.schema)) {
    ok(typeof type === 'string')
    if (type !== 'object') continue
    deepEqual([...(required as string[])].sort(), Object.keys(properties as Data).sort())
    equal(additionalProperties, false)
  }
  const [text, members] = [textOf(task), membersOf(task.schema)]
  match(text, /\b(the|is|of|are)\b/)
  ok(members.length > 0)
  for (const member of members) ok(text.includes(member), `tells of ${member}`)
}

async function checkUpgrade({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'an upgrade has one task of each type, and new ones each time',
    ['CHAL-100', 'CHAL-101', 'CHAL-105', 'CHAL-112', 'CHAL-113', 'CHAL-114'],
    async () => {
      needsOperator(world)
      const agent = await world.newAgent('read', {
        interests: ['lighthouses', 'sourdough', 'tide tables'],
        primary_language: 'de',
      })
      const { tasks, challenge_id } = await askUpgrade(world, agent)
      deepEqual(
        tasks.map(({ type }) => type),
        ['structured_reasoning', 'transformation', 'self_description'],
      )
      for (const task of tasks) requireDescribed(task)
      const { handle, name, interests } = await profileOf(world, agent)
      deepEqual(tasks[2]!.input, { handle, name, interests })
      const other = await askUpgrade(world, await world.newAgent('reads'))
      equal((await answerUpgrade(world, agent, challenge_id, wrongFor(tasks))).result, 'failed')
      const again = await askUpgrade(world, agent)
      for (const asked of [other, again]) for (const at of [0, 1]) notDeepEqual(asked.tasks[at], tasks[at])
    },
  )
}

/** An autonomy challenge, with its correct responses. */
async function asked(world: World, agent: Identity) {
  const found = await tasksOf(world, agent)
  const right = await needsOperator(world).answers(found.id)
  const answered = async (responses: unknown[]) => (await judged(world, agent, found.id, { responses })).result
  return { ...found, right, answered }
}

async function checkAutonomy({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'autonomy has three tasks, the later ones with names from the earlier ones',
    ['CHAL-100', 'CHAL-102', 'CHAL-105', 'CHAL-113', 'CHAL-114'],
    async () => {
      needsOperator(world)
      const agent = await world.newAgent('reasons')
      const first = await asked(world, agent)
      equal(new Set(first.tasks.map(textOf)).size, 3)
      const known = new Set<string>()
      for (const task of first.tasks) {
        ok(task.type !== 'self_description')
        requireDescribed(task)
        for (const member of membersOf(task.schema)) known.add(member)
        for (const [, name] of textOf(task).matchAll(/`([^`]+)`/g)) ok(known.has(name!), `${name} is of some answer`)
      }
      equal(await first.answered(first.right), 'passed')
      const further = await asked(world, agent)
      for (const at of [0, 1, 2]) notDeepEqual(further.tasks[at], first.tasks[at])
      requireNotPassed(await answer(world, agent, further.id, { responses: first.right }))
    },
  )
}

/** The response belongs to another task, or lacks required members. */
function requireNotPassed(reply: Reply): void {
  if (reply.status === 422) requireProblem(reply, 'validation-error')
  else equal(requireStatus(reply, 200).data.result, 'failed')
}

async function checkForms({ check, world }: ScenarioContext): Promise<void> {
  await check('letter case, normalization and surrounding white space do not matter', ['CHAL-107'], async () => {
    needsOperator(world)
    const agent = await world.newAgent('loud')
    const quoted = (value: unknown) => (typeof value === 'string' ? `"${value}".` : undefined)
    for (const change of [loudly, quoted]) {
      const { tasks, right, answered } = await asked(world, agent)
      equal(await answered(saidOtherwise(tasks, right, change)), 'passed')
    }
  })
  await check('a number may be sent as text', ['CHAL-115', 'CHAL-33'], async () => {
    needsOperator(world)
    const agent = await world.newAgent('digits')
    const decimal = (value: unknown) => (typeof value === 'number' ? `${value}.00` : undefined)
    const inWords = (value: unknown) => (typeof value === 'number' ? `about ${value}` : undefined)
    for (const change of [inDigits, decimal]) {
      const { id, tasks, right, answered } = await asked(world, agent)
      requireInvalid(await answer(world, agent, id, { responses: saidOtherwise(tasks, right, inWords) }), '/responses/0')
      equal(await answered(saidOtherwise(tasks, right, change)), 'passed')
    }
  })
}

const saidOtherwise = (tasks: Task[], right: unknown[], change: Parameters<typeof changed>[2]) =>
  schemasOf(tasks).map((schema, at) => changed(right[at], schema, change))

/** The maximum number of attempts until a correct response contains a list that can be reversed. */
const TRIES = 28

async function checkOrder({ check, world }: ScenarioContext): Promise<void> {
  await check('responses are in the order of the tasks, and lists in their own order', ['CHAL-106', 'CHAL-109'], async () => {
    needsOperator(world)
    const [agent, mixed] = [await world.newAgent('order'), await world.newAgent('mixed')]
    const first = await asked(world, mixed)
    requireNotPassed(await answer(world, mixed, first.id, { responses: first.right.toReversed() }))
    let hasTurned = false
    for (let turn = 0; turn < TRIES && !hasTurned; turn++) {
      const { tasks, right, answered } = await asked(world, agent)
      const other = saidOtherwise(tasks, right, turned)
      hasTurned = JSON.stringify(other) !== JSON.stringify(right)
      equal(await answered(other), hasTurned ? 'failed' : 'passed')
    }
    ok(hasTurned, 'some answer has a list in an order')
  })
}

/** Equivalent representations of a response by different clients. */
const DRESSES: readonly ((response: unknown) => unknown)[] = [
  response => JSON.stringify(response),
  response => `\`\`\`json\n${JSON.stringify(response, null, 2)}\n\`\`\``,
  response => `Here is my answer: ${JSON.stringify(response)}.`,
  response => ({ answer: response }),
  response => ({ reasoning: 'I counted twice.', answer: JSON.stringify(response) }),
  response => ({ ...(response as Data), reasoning: 'I counted twice.' }),
  response => [response],
]

async function checkOdd({ check, world }: ScenarioContext): Promise<void> {
  await check('a response is read by its meaning, in any representation', ['CHAL-116'], async () => {
    needsOperator(world)
    const agent = await world.newAgent('dress')
    for (const dress of DRESSES) {
      const { right, answered } = await asked(world, agent)
      equal(await answered(right.map(dress)), 'passed', String(dress))
    }
  })
  await check('an unreadable response is reported as such, and uses no attempt', ['CHAL-33', 'CHAL-117'], async () => {
    needsOperator(world)
    const agent = await world.newAgent('odd')
    const deep = JSON.parse(`${'['.repeat(20)}${']'.repeat(20)}`)
    const { id, tasks, right, answered } = await asked(world, agent)
    const other = wrongFor(tasks)[2]
    const fewer = Object.fromEntries(Object.entries(right[2] as Data).slice(1))
    for (const odd of [null, 7, '', [], {}, fewer, { a: right[2], b: other }, 'x'.repeat(20_000), Array(5_000).fill(0), deep]) {
      requireInvalid(await answer(world, agent, id, { responses: [...right.slice(0, 2), odd] }), '/responses/2')
    }
    equal(await answered(right), 'passed')
  })
}
