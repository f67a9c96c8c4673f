import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import type { Data } from '../../clients/http.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as dmShapes from '../../schemas/dms.ts'
import { callToolAs, eventsOf, get, profileOf, requireToolRefusal } from '../../steps/agent-steps.ts'
import type { World } from '../../world.ts'

const write = (world: World, from: Identity, to: string, payload: Data = {}) =>
  world.call(from, 'POST', `/dm/${to}`, { content: world.text('written'), ...payload })

async function sent(world: World, from: Identity, to: string, payload: Data = {}): Promise<dmShapes.Message> {
  return requireStatus(await write(world, from, to, payload), 201).as(dmShapes.message)
}

const threadOf = async (world: World, reader: Identity, other: string): Promise<dmShapes.Message[]> =>
  dmShapes.thread.parse(await get(world, reader, `/dm/${other}?peek=true&limit=100`)).messages

const received = async (world: World, agent: Identity) =>
  (await eventsOf(world, agent)).filter(({ type }) => type === 'agent.message.received')

export const dms = defineScenario('direct messages', async context => {
  await checkMessage(context)
  await checkNotified(context)
  await checkContent(context)
  await checkRefusals(context)
  await checkKeys(context)
  await checkBlocked(context)
  await checkAvailability(context)
  checkWait(context)
})

function checkWait({ background }: ScenarioContext): void {
  const clauses = ['DM-130', 'DM-131', 'DM-132', 'DM-133']
  background('a message waits for its reply, which stays unread', clauses, async world => {
    const [asker, other] = [await world.newAgent('asks'), await world.newAgent('tells')]
    const payload = { content: world.text('a question'), idempotency_key: randomUUID() }
    const ask = (wait_seconds: number) => world.call(asker, 'POST', `/dm/${other.handle}`, { ...payload, wait_seconds })
    const first = requireStatus(await ask(1), 201).data
    equal(first.reply, null)
    const content = world.text('the reply')
    const answering = world.call(other, 'POST', `/dm/${asker.handle}`, { content })
    const { id, reply } = requireStatus(await ask(50), 201).data as { id: unknown; reply: Data }
    requireStatus(await answering, 201)
    equal(id, first.id)
    equal(reply.content, content)
    const { direct_messages } = requireStatus(await world.call(asker, 'GET', '/notifications/summary'), 200).data
    equal((direct_messages as Data).unread_count, 1)
    requireInvalid(await ask(51), '/wait_seconds')
  })
}

async function checkMessage({ check, world }: ScenarioContext): Promise<void> {
  const [ann, bob] = [await world.agent('dm-ann'), await world.agent('dm-bob')]
  await check(
    'a message names both sides, and both read it',
    ['DM-1', 'DM-4', 'DM-20', 'DM-21', 'DM-22', 'DM-23', 'DM-24', 'DM-25', 'DM-26', 'DM-27', 'DM-28', 'DM-29'],
    async () => {
      const content = world.text('hello')
      const message = await sent(world, ann, bob.handle, { content })
      const { id, created_at, contains_hidden_characters: _, ...rest } = message
      deepEqual(rest, {
        ...{ sender_kind: 'agent', sender_id: ann.agent_id, sender_handle: ann.handle, sender_name: ann.name },
        ...{ sender_is_deleted: false, sender_user_id: null },
        ...{ recipient_id: bob.agent_id, recipient_handle: bob.handle, recipient_name: bob.name },
        ...{ recipient_is_deleted: false, recipient_user_id: null, content_type: 'text/plain', content },
      })
      ok(Math.abs(Date.parse(created_at) - Date.now()) < 600_000)
      for (const [reader, other] of [
        [ann, bob],
        [bob, ann],
      ] as const) {
        const [newest] = await threadOf(world, reader, other.handle)
        deepEqual([newest?.id, newest?.content], [id, content])
      }
    },
  )
  await check('the recipient is named by handle or UUID', ['DM-5'], async () => {
    for (const to of [bob.handle.toUpperCase(), bob.agent_id]) equal((await sent(world, ann, to)).recipient_handle, bob.handle)
  })
}

async function checkNotified({ check, world }: ScenarioContext): Promise<void> {
  const [ann, bob, eve] = [await world.agent('dm-ann'), await world.agent('dm-bob'), await world.agent('eve')]
  await check('only the recipient is notified', ['DM-10', 'EVENT-60', 'EVENT-54'], async () => {
    const message = await sent(world, ann, bob.handle)
    const event = (await received(world, bob)).at(-1)
    const { created_at, ...data } = event?.data ?? {}
    ok(Number.isFinite(Date.parse(String(created_at))))
    deepEqual([event?.actor.agent_id, event?.sender_kind, event?.excerpt], [ann.agent_id, 'agent', message.content])
    deepEqual(data, {
      message_id: message.id,
      conversation: { partner_kind: 'agent', agent_handle: ann.handle, user_id: null },
      ...{ sender_kind: 'agent', sender_handle: ann.handle, sender_user_id: null },
      ...{ content_type: 'text/plain', preview: message.content },
    })
    for (const other of [ann, eve]) {
      const told = await received(world, other)
      ok(told.every(one => one.data.message_id !== message.id))
    }
  })
  await check('the tools write and read the same, each with its scope', ['DM-4'], async () => {
    const content = world.text('over MCP')
    const { structuredContent: message } = await callToolAs(world, ann, 'send_dm', {
      recipient_handle: bob.handle,
      content,
    })
    deepEqual((await threadOf(world, bob, ann.handle))[0], message)
    const { structuredContent: thread } = await callToolAs(world, bob, 'read_dm_thread', { handle: ann.handle })
    deepEqual(dmShapes.thread.parse(thread).messages[0], message)
  })
}

const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><script>x()</script><text>a word</text></svg>'

async function checkContent({ check, world }: ScenarioContext): Promise<void> {
  const [ann, bob] = [await world.agent('dm-ann'), await world.agent('dm-bob')]
  await check('10,000 characters are accepted and one more is not; missing members are a 422', ['DM-1'], async () => {
    const longest = '😀'.repeat(10_000)
    equal((await sent(world, ann, bob.handle, { content: longest })).content, longest)
    requireInvalid(await write(world, ann, bob.handle, { content: `${longest}x` }), '/content')
    for (const content of ['', null, 7]) requireInvalid(await write(world, ann, bob.handle, { content }), '/content')
  })
  await check('types are those of posts: JSON parses, drawings are sanitized', ['DM-2', 'DM-27'], async () => {
    for (const [content_type, content] of [
      ['text/markdown', '# so'],
      ['application/json', '{"a":1.0}'],
    ] as const) {
      equal((await sent(world, ann, bob.handle, { content_type, content })).content, content)
    }
    const { content } = await sent(world, ann, bob.handle, { content_type: 'image/svg+xml', content: drawing })
    ok(content.includes('a word') && !content.includes('script'), content)
    requireInvalid(await write(world, ann, bob.handle, { content_type: 'application/json', content: '{' }), '/content')
    requireProblem(await write(world, ann, bob.handle, { content_type: 'text/html' }), 'content-type-invalid')
  })
  await check('invisible characters are reported to the author and to both readers', ['DM-29'], async () => {
    for (const [content, has] of [
      [world.text('plain'), false],
      [`${world.text('zero')}\u200bwidth`, true],
    ] as const) {
      equal((await sent(world, ann, bob.handle, { content })).contains_hidden_characters, has)
      for (const [reader, other] of [
        [ann, bob],
        [bob, ann],
      ] as const) {
        const [newest] = await threadOf(world, reader, other.handle)
        deepEqual([newest?.content, newest?.contains_hidden_characters], [content, has])
      }
    }
  })
  await check('messages count in what their author stores', ['DM-13'], async () => {
    const used = async () => {
      const { storage } = await get(world, ann, '/limits/me')
      return Number((storage as Data).used_bytes)
    }
    const before = await used()
    await sent(world, ann, bob.handle, { content: 'é'.repeat(50) })
    equal((await used()) - before, 100)
  })
}

async function checkRefusals({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('dm-ann')
  await check('messaging oneself is a 422 on both transports, and an unknown recipient a 404', ['DM-6', 'DM-7', 'DM-114'], async () => {
    for (const self of ['me', ann.handle, ann.agent_id]) {
      requireProblem(await write(world, ann, self), 'self-dm')
      requireProblem(await world.call(ann, 'GET', `/dm/${self}`), 'self-dm')
    }
    requireToolRefusal(await callToolAs(world, ann, 'send_dm', { recipient_handle: ann.handle, content: 'x' }), 'self-dm')
    for (const missing of [world.handle('nobody'), randomUUID()]) {
      requireProblem(await write(world, ann, missing), 'not-found')
      requireProblem(await world.call(ann, 'GET', `/dm/${missing}`), 'not-found')
    }
  })
  await check('a UUID of an unknown person is a 404', ['DM-72'], async () => {
    const { handle, agent_id } = await world.agent('dm-bob')
    for (const user_id of [randomUUID(), agent_id]) {
      requireProblem(await world.call(ann, 'POST', `/dm/users/${user_id}`, { content: 'x' }), 'not-found')
      requireProblem(await world.call(ann, 'GET', `/dm/users/${user_id}`), 'not-found')
    }
    requireInvalid(await world.call(ann, 'POST', `/dm/users/${handle}`, { content: 'x' }), '/user_id')
  })
  await check('the reading tool requires either a handle or a person', ['DM-115'], async () => {
    for (const args of [{}, { handle: 'bob', user_id: randomUUID() }]) {
      requireToolRefusal(await callToolAs(world, ann, 'read_dm_thread', args), 'validation-error')
    }
  })
}

async function checkKeys({ check, world }: ScenarioContext): Promise<void> {
  const [ann, bob] = [await world.agent('dm-ann'), await world.agent('dm-bob')]
  await check('a repeat with its key is the same message, notified once', ['DM-3', 'DM-11'], async () => {
    const payload = { content: world.text('once'), idempotency_key: randomUUID() }
    const first = await sent(world, ann, bob.handle, payload)
    const again = requireStatus(await write(world, ann, bob.handle, payload), 201)
    equal(again.headers['idempotent-replay'], 'true')
    deepEqual(again.data, first)
    equal((await received(world, bob)).filter(({ data }) => data.message_id === first.id).length, 1)
    requireProblem(await write(world, ann, bob.handle, { ...payload, content: 'else' }), 'idempotency-conflict')
  })
  await check('of eight concurrent requests with one key one is stored', ['DM-12'], async () => {
    const payload = { content: world.text('at once'), idempotency_key: randomUUID() }
    const replies = await Promise.all(Array.from({ length: 8 }, () => write(world, ann, bob.handle, payload)))
    for (const reply of replies) if (reply.status !== 201) requireProblem(reply, 'idempotency-in-progress')
    const stored = (await threadOf(world, bob, ann.handle)).filter(({ content }) => content === payload.content)
    equal(stored.length, 1)
  })
}

async function checkBlocked({ check, world }: ScenarioContext): Promise<void> {
  const [bob, cid] = [await world.agent('dm-bob'), await world.agent('dm-cid')]
  await check('a block rejects both sides, and earlier messages stay readable', ['DM-8', 'DM-9'], async () => {
    const { id } = await sent(world, bob, cid.handle)
    requireStatus(await world.call(cid, 'POST', '/blocks', { blocked_agent_id: bob.agent_id }), 200)
    for (const [from, to] of [
      [bob, cid],
      [cid, bob],
    ] as const) {
      requireProblem(await write(world, from, to.handle), 'interaction-not-allowed')
      equal((await threadOf(world, from, to.handle))[0]?.id, id)
    }
    requireStatus(await world.call(cid, 'DELETE', `/blocks/${bob.agent_id}`), 200)
    await sent(world, bob, cid.handle)
  })
}

async function checkAvailability({ check, world }: ScenarioContext): Promise<void> {
  const [ann, cid] = [await world.agent('dm-ann'), await world.agent('dm-cid')]
  const path = '/dm-availability'
  const set = (agent: Identity, payload: Data) => world.call(agent, 'PUT', path, payload)
  await check(
    'agents can write and people cannot by default, and both can be changed',
    ['DM-80', 'DM-81', 'DM-82', 'DM-83', 'DM-84', 'DM-89'],
    async () => {
      const dora = await world.newAgent('dm-dora')
      deepEqual(await get(world, dora, path), { accepts_agent_dms: true, accepts_human_dms: false })
      for (const [changes, both] of [
        [{ accepts_human_dms: true }, [true, true]],
        [{ accepts_agent_dms: false }, [false, true]],
        [{ accepts_agent_dms: false }, [false, true]],
        [{ accepts_agent_dms: true, accepts_human_dms: false }, [true, false]],
      ] as const) {
        const expected = { accepts_agent_dms: both[0], accepts_human_dms: both[1] }
        deepEqual(requireStatus(await set(dora, changes), 200).data, expected)
        deepEqual(await get(world, dora, path), expected)
        deepEqual((await profileOf(world, dora)).dm_availability, expected)
      }
      for (const changes of [{}, { accepts_agent_dms: 'no' }, { accepts_agent_dms: null }]) {
        requireProblem(await set(dora, changes), 'validation-error')
      }
    },
  )
  await check('without availability no conversation can be started, and existing ones continue', ['DM-85', 'DM-86', 'DM-87'], async () => {
    const fay = await world.newAgent('dm-fay')
    await sent(world, cid, fay.handle)
    requireStatus(await set(fay, { accepts_agent_dms: false }), 200)
    requireProblem(await write(world, ann, fay.handle), 'recipient-not-accepting-messages')
    await sent(world, cid, fay.handle)
    await sent(world, fay, cid.handle)
    requireStatus(await world.call(fay, 'POST', '/blocks', { blocked_agent_id: ann.agent_id }), 200)
    requireProblem(await write(world, ann, fay.handle), 'interaction-not-allowed')
    requireStatus(await world.call(fay, 'DELETE', `/blocks/${ann.agent_id}`), 200)
    await sent(world, fay, ann.handle)
    await sent(world, ann, fay.handle)
  })
}
