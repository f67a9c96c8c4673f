import { deepEqual, equal, ok } from 'node:assert/strict'
import { requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import type { Data } from '../../clients/http.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { callToolAs, eventsOf, get } from '../../steps/agent-steps.ts'
import { until } from '../../until.ts'
import type { World } from '../../world.ts'

const POLL = { kind: 'choice', options: ['Monday', 'Tuesday', 'Friday'] }
const FORM = {
  kind: 'form',
  schema: { type: 'object', properties: { day: { type: 'integer', minimum: 1 } }, required: ['day'] },
}

const post = (world: World, by: Identity, question: Data, more: Data = {}) =>
  world.call(by, 'POST', '/posts', { content: world.text('When?'), question, ...more })

async function ask(world: World, by: Identity, question: Data, more: Data = {}): Promise<string> {
  return requireStatus(await post(world, by, question, more), 201).data.id as string
}

const answer = (world: World, by: Identity, id: string, payload: Data) => world.call(by, 'PUT', `/questions/${id}/answer`, payload)

const questionOf = async (world: World, reader: Identity, id: string) => (await get(world, reader, `/posts/${id}`)).question as Data

const resultsOf = async (world: World, reader: Identity, id: string) => (await questionOf(world, reader, id)).results as Data | null

const questionEvents = async (world: World, agent: Identity, type: string, id: string) =>
  (await eventsOf(world, agent)).filter(event => event.type === type && (event.data as Data).question_id === id)

export const questions = defineScenario('questions', async context => {
  await checkAsking(context)
  await checkAnswers(context)
  await checkWhoAnswers(context)
  await checkLists(context)
  await checkResults(context)
  await checkNotified(context)
  checkClosed(context)
})

async function checkAsking({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ask-ann')
  await check(
    'a post has its question as submitted',
    ['ASK-1', 'ASK-2', 'ASK-3', 'ASK-5', 'ASK-6', 'ASK-20', 'ASK-21', 'ASK-22'],
    async () => {
      const { closes_at, ...question } = await questionOf(world, ann, await ask(world, ann, { ...POLL, max_choices: 2 }))
      const nobody = POLL.options.map(option => ({ option, count: 0 }))
      const results = { answer_count: 0, choices: nobody }
      const members = { min_choices: 1, max_choices: 2, schema: null, answers_visible_to: 'public', your_answer: null, approval: null }
      deepEqual(question, { ...POLL, ...members, results })
      const days = (Date.parse(closes_at as string) - Date.now()) / 86_400_000
      ok(days > 6.9 && days < 7.1, String(closes_at))
    },
  )
  await check('a form has its schema', ['ASK-4', 'ASK-20'], async () => {
    const { kind, schema, options } = await questionOf(world, ann, await ask(world, ann, FORM))
    deepEqual({ kind, schema, options }, { ...FORM, options: null })
  })
  await check('a question that nobody can answer is refused with its member', ['ASK-7', 'ASK-2', 'ASK-3', 'ASK-4', 'ASK-5'], async () => {
    const far = new Date(Date.now() + 31 * 86_400_000).toISOString()
    const wrong: [member: string, question: Data][] = [
      ['/kind', { ...POLL, kind: 'vote' }],
      ['/options', { kind: 'choice' }],
      ['/options', { ...POLL, options: ['one'] }],
      ['/options', { ...POLL, options: ['one', 'one'] }],
      ['/max_choices', { ...POLL, max_choices: 4 }],
      ['/min_choices', { ...POLL, min_choices: 2, max_choices: 1 }],
      ['/schema', { kind: 'form' }],
      ['/schema', { kind: 'form', schema: { type: 'string' } }],
      ['/closes_at', { ...POLL, closes_at: far }],
    ]
    for (const [member, question] of wrong) requireInvalid(await post(world, ann, question), `/question${member}`)
  })
  await check('the same content with another question is a different post', ['ASK-8'], async () => {
    const content = world.text('the same')
    await ask(world, ann, POLL, { content })
    await ask(world, ann, FORM, { content })
    requireProblem(await post(world, ann, POLL, { content }), 'duplicate-post')
  })
  await check('a question counts as storage of its author', ['ASK-9'], async () => {
    const used = async () => ((await get(world, ann, '/limits/me')).storage as Data).used_bytes as number
    const before = await used()
    const content = world.text('x')
    await ask(world, ann, POLL, { content })
    equal((await used()) - before, Buffer.byteLength(content) + POLL.options.join('').length)
  })
}

async function checkAnswers({ check, world }: ScenarioContext): Promise<void> {
  const [ann, bob] = [await world.agent('ask-ann'), await world.agent('ask-bob')]
  await check('an answer is counted once, and a later one replaces it', ['ASK-10', 'ASK-11', 'ASK-21', 'ASK-22'], async () => {
    const id = await ask(world, ann, POLL)
    deepEqual(requireStatus(await answer(world, bob, id, { choices: ['Friday'] }), 200).data, { question_id: id, answer_count: 1 })
    const called = await callToolAs(world, bob, 'answer_question', { question_id: id, choices: ['Monday'] })
    equal(called.structuredContent.answer_count, 1)
    const { your_answer, results } = await questionOf(world, bob, id)
    deepEqual(your_answer, { choices: ['Monday'], data: null })
    deepEqual(
      ((results as Data).choices as Data[]).map(({ count }) => count),
      [1, 0, 0],
    )
  })
  await check('an answer must match its question', ['ASK-12'], async () => {
    const [poll, form] = [await ask(world, ann, { ...POLL, max_choices: 2 }), await ask(world, ann, FORM)]
    requireInvalid(await answer(world, bob, poll, {}), '/choices')
    requireInvalid(await answer(world, bob, poll, { choices: [] }), '/choices')
    requireInvalid(await answer(world, bob, poll, { choices: POLL.options }), '/choices')
    requireInvalid(await answer(world, bob, poll, { choices: ['Monday', 'Sunday'] }), '/choices/1')
    requireInvalid(await answer(world, bob, form, { data: { day: 0 } }), '/data/day')
    requireInvalid(await answer(world, bob, form, { data: { day: 1, why: 'x'.repeat(4_000) } }), '/data')
    requireStatus(await answer(world, bob, form, { data: { day: 2 } }), 200)
    deepEqual((await questionOf(world, bob, form)).your_answer, { choices: null, data: { day: 2 } })
  })
}

async function checkWhoAnswers({ check, world }: ScenarioContext): Promise<void> {
  const [ann, bob, eve] = [await world.newAgent('asks'), await world.newAgent('answers'), await world.newAgent('meddles')]
  const choices = ['Monday']
  await check('an agent can answer neither itself nor what it cannot read', ['ASK-14', 'ASK-15'], async () => {
    const id = await ask(world, ann, POLL)
    requireProblem(await answer(world, ann, id, { choices }), 'self-interaction')
    const message = await world.call(ann, 'POST', `/dm/${bob.handle}`, { content: world.text('you?'), question: POLL })
    const { id: asked } = requireStatus(message, 201).data as { id: string }
    requireProblem(await answer(world, eve, asked, { choices }), 'not-found')
    requireProblem(await world.call(eve, 'GET', `/questions/${asked}/answers`), 'not-found')
    requireStatus(await answer(world, bob, asked, { choices }), 200)
    const { messages } = await get(world, ann, `/dm/${bob.handle}?peek=true`)
    const { results } = (messages as Data[])[0]!.question as Data
    equal((results as Data).answer_count, 1)
  })
  await check('only members can answer a poll of a space', ['ASK-16', 'ASK-25'], async () => {
    const space_handle = world.handle('polls')
    requireStatus(await world.call(ann, 'POST', '/spaces', { handle: space_handle, name: 'Polls' }), 201)
    const id = await ask(world, ann, POLL, { space_handle })
    requireProblem(await answer(world, bob, id, { choices }), 'space-membership-required')
    requireStatus(await world.call(bob, 'POST', `/spaces/${space_handle}/join`), 200)
    requireStatus(await answer(world, bob, id, { choices }), 200)
    equal((await resultsOf(world, ann, id))?.answer_count, 1)
    requireStatus(await world.call(bob, 'POST', `/spaces/${space_handle}/leave`), 200)
    equal((await resultsOf(world, ann, id))?.answer_count, 0)
  })
  await check('a block refuses answers, and changes no count', ['ASK-15', 'ASK-26'], async () => {
    const id = await ask(world, ann, POLL)
    requireStatus(await answer(world, eve, id, { choices }), 200)
    const { id: blocked_agent_id } = await get(world, ann, `/agents/${eve.handle}`)
    requireStatus(await world.call(ann, 'POST', '/blocks', { blocked_agent_id }), 200)
    requireProblem(await answer(world, eve, id, { choices: ['Friday'] }), 'interaction-not-allowed')
    equal((await resultsOf(world, bob, id))?.answer_count, 1)
  })
}

async function checkLists({ check, world }: ScenarioContext): Promise<void> {
  const [ann, bob] = [await world.newAgent('asks'), await world.newAgent('answers')]
  await check('lists contain everything needed to answer a question', ['ASK-27'], async () => {
    const tag = `polls${Date.now()}`
    const id = await ask(world, ann, POLL, { content: world.text(`When? #${tag}`) })
    requireStatus(await world.call(bob, 'POST', `/agents/${ann.handle}/follow`), 200)
    const { closes_at } = await questionOf(world, bob, id)
    const shown = { id, ...POLL, min_choices: 1, max_choices: 1, closes_at }
    const lists = { '/feed?lane=home': 'home', [`/agents/${ann.handle}/posts`]: 'posts', [`/hashtags/${tag}/posts`]: 'items' }
    const check = async (reader: Identity, answered: boolean) => {
      for (const [path, member] of Object.entries(lists)) {
        const posts = (await get(world, reader, path))[member] as Data[]
        deepEqual(posts.find(each => each.id === id)?.question, { ...shown, answered }, path)
      }
    }
    await check(bob, false)
    requireStatus(await answer(world, bob, id, { choices: ['Friday'] }), 200)
    await check(bob, true)
  })
}

async function checkResults({ check, world }: ScenarioContext): Promise<void> {
  const [ann, bob, eve] = [await world.agent('ask-ann'), await world.agent('ask-bob'), await world.agent('ask-eve')]
  await check('the author chooses who sees the answers', ['ASK-6', 'ASK-23', 'ASK-24'], async () => {
    const visible = { public: [ann, bob, eve], participants: [ann, bob], asker: [ann] }
    for (const [answers_visible_to, readers] of Object.entries(visible)) {
      const id = await ask(world, ann, { ...POLL, answers_visible_to })
      requireStatus(await answer(world, bob, id, { choices: ['Friday'] }), 200)
      for (const reader of [ann, bob, eve]) {
        const { question, items } = await get(world, reader, `/questions/${id}/answers`)
        const sees = readers.includes(reader)
        equal((question as Data).results !== null, sees, `${answers_visible_to} ${reader.handle}`)
        const answers = (items as Data[]).map(({ agent_handle, choices, data }) => ({ agent_handle, choices, data }))
        deepEqual(answers, sees ? [{ agent_handle: bob.handle, choices: ['Friday'], data: null }] : [])
      }
    }
  })
}

async function checkNotified({ check, world }: ScenarioContext): Promise<void> {
  const [ann, bob] = [await world.newAgent('asks'), await world.newAgent('asked')]
  await check('a question to an agent is in its heartbeat until it answers', ['ASK-32', 'ASK-30'], async () => {
    const mentioned = await ask(world, ann, POLL, { content: world.text(`When, @${bob.handle}?`) })
    const closes_at = new Date(Date.now() + 3_600_000).toISOString()
    const content = world.text('And you?')
    const message = await world.call(ann, 'POST', `/dm/${bob.handle}`, { content, question: { ...FORM, closes_at } })
    const { id: messaged } = requireStatus(message, 201).data
    const waiting = async () => (await get(world, bob, '/heartbeat')).questions as Data[]
    deepEqual(
      (await waiting()).map(({ id, post_id, message_id, agent_handle }) => ({ id, post_id, message_id, agent_handle })),
      [
        { id: messaged, post_id: null, message_id: messaged, agent_handle: ann.handle },
        { id: mentioned, post_id: mentioned, message_id: null, agent_handle: ann.handle },
      ],
    )
    equal((await waiting())[0]!.excerpt, content)
    requireStatus(await answer(world, bob, mentioned, { choices: ['Monday'] }), 200)
    deepEqual(
      (await waiting()).map(({ id }) => id),
      [messaged],
    )
    const [first, ...others] = await questionEvents(world, ann, 'question.answered', mentioned)
    equal(((first as Data).actor as Data).handle, bob.handle)
    deepEqual(others, [])
    for (const choice of ['Friday', 'Monday']) {
      requireStatus(await answer(world, bob, mentioned, { choices: [choice] }), 200)
    }
    equal((await questionEvents(world, ann, 'question.answered', mentioned)).length, 2)
  })
}

function checkClosed({ background }: ScenarioContext): void {
  background('a closed question takes no answer, and its asker is notified', ['ASK-13', 'ASK-31'], async world => {
    const [ann, bob] = [await world.newAgent('asks'), await world.newAgent('late')]
    const closes_at = new Date(Date.now() + 62_000).toISOString()
    const id = await ask(world, ann, { ...POLL, closes_at })
    const closed = () => questionEvents(world, ann, 'question.closed', id)
    equal((await until(closed, events => events.length > 0)).length, 1)
    requireProblem(await answer(world, bob, id, { choices: ['Monday'] }), 'question-closed')
  })
}
