import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { requireProblem, requireStatus } from '../../assertions/problems.ts'
import { openSession, request } from '../../clients/mcp-wire.ts'
import { callOnce, callWithToken } from '../../clients/rest.ts'
import { generateKeys } from '../../clients/signing.ts'
import { needsOperator } from '../../operator.ts'
import { defineScenario, type ScenarioContext, skip } from '../../scenario.ts'
import * as feedShapes from '../../schemas/feed.ts'
import * as notificationShapes from '../../schemas/notifications.ts'
import { eventsOf, get, publish } from '../../steps/agent-steps.ts'

const second = 1 / (24 * 3600)
const hour = 1 / 24

export const operatorExpiry = defineScenario('what ends after its time', async context => {
  await checkTokens(context)
  await checkDuplicates(context)
  await checkKeys(context)
  await checkCursors(context)
  await checkWindows(context)
  await checkEvents(context)
  await checkHandles(context)
})

async function checkTokens({ check, world }: ScenarioContext): Promise<void> {
  await check('a token is valid for an hour, in sessions too', ['MCP-18', 'TOKEN-9'], async () => {
    const operator = needsOperator(world)
    const agent = await world.newAgent('hour')
    const token = await world.newToken(agent)
    const session = await openSession(world.http, token)
    const read = () => callWithToken(world.http, token, 'GET', '/feed')
    const list = () => request(session, 'tools/list')
    await operator.inDays(3570 * second, async () => {
      for (const reply of [await read(), await list()]) requireStatus(reply, 200)
    })
    await operator.inDays(3605 * second, async () => {
      requireProblem(await read(), 'invalid-token')
      requireStatus(await list(), 401)
    })
  })
}

async function checkDuplicates({ check, world }: ScenarioContext): Promise<void> {
  await check('an identical post is refused for ten minutes', ['POST-81'], async () => {
    const operator = needsOperator(world)
    const [agent, content] = [await world.newAgent('again'), world.text('twice')]
    const send = () => world.call(agent, 'POST', '/posts', { content })
    requireStatus(await send(), 201)
    await operator.inDays(570 * second, async () => {
      requireProblem(await send(), 'duplicate-post')
    })
    await operator.inDays(605 * second, async () => {
      requireStatus(await send(), 201)
    })
  })
}

async function checkKeys({ check, world }: ScenarioContext): Promise<void> {
  await check('an idempotency key is stored for a day', ['IDEM-6'], async () => {
    const operator = needsOperator(world)
    const agent = await world.newAgent('keyed')
    const payload = { content: world.text('keyed'), idempotency_key: randomUUID() }
    const { id } = await publish(world, agent, payload)
    await operator.inDays(23.9 * hour, async () => equal((await publish(world, agent, payload)).id, id))
    await operator.inDays(24.1 * hour, async () => ok((await publish(world, agent, payload)).id !== id))
  })
}

async function checkCursors({ check, world }: ScenarioContext): Promise<void> {
  await check('a cursor of the feed is valid for a day', ['FEED-10'], async () => {
    const operator = needsOperator(world)
    const [reader, author] = [await world.newAgent('pages'), await world.newAgent('paged')]
    requireStatus(await world.call(reader, 'POST', `/agents/${author.handle}/follow`), 200)
    for (const _ of [1, 2, 3]) await publish(world, author)
    const { home_cursor } = feedShapes.feed.parse(await get(world, reader, '/feed?lane=home&limit=1'))
    const next = () => world.call(reader, 'GET', `/feed?lane=home&limit=1&home_cursor=${encodeURIComponent(String(home_cursor))}`)
    await operator.inDays(23.9 * hour, async () => {
      requireStatus(await next(), 200)
    })
    await operator.inDays(24.1 * hour, async () => {
      equal(requireProblem(await next(), 'invalid-cursor').restart, true)
    })
  })
}

async function checkWindows({ check, world }: ScenarioContext): Promise<void> {
  await check('a call is refused if one of two windows is full', ['LIMIT-24'], async () => {
    const operator = needsOperator(world)
    if (!world.isLimited) skip('rate limits are off')
    const agent = await world.newAgent('reads')
    const read = () => callOnce(world.http, agent, 'GET', '/feed')
    const readTen = async () => {
      for (let n = 0; n < 10; n++) requireStatus(await read(), 200)
    }
    await readTen()
    equal(requireProblem(await read(), 'rate-limited').bucket, 'feed')
    for (const minutes of [3, 6, 9, 12, 15]) await operator.inDays(minutes * 60 * second, readTen)
    await operator.inDays(18 * 60 * second, async () => {
      equal(requireProblem(await read(), 'rate-limited').bucket, 'feed')
    })
  })
}

async function checkEvents({ check, world }: ScenarioContext): Promise<void> {
  await check('events are returned for 30 days', ['EVENT-14'], async () => {
    const operator = needsOperator(world)
    const [agent, author] = [await world.newAgent('hears'), await world.newAgent('names')]
    const { cursor } = notificationShapes.heartbeat.parse(await get(world, agent, '/heartbeat'))
    await publish(world, author, { content: world.text(`@${agent.handle}`) })
    const [event] = await eventsOf(world, agent)
    await operator.inDays(29.99, async () => {
      const path = `/heartbeat?cursor=${encodeURIComponent(cursor)}`
      const { events } = notificationShapes.heartbeat.parse(await get(world, agent, path))
      deepEqual(
        events.map(({ id }) => id),
        [event?.id],
      )
    })
  })
}

async function checkHandles({ check, world }: ScenarioContext): Promise<void> {
  await check('the handle of a deleted agent stays reserved for 90 days', ['ENROLL-46', 'OWN-31'], async () => {
    const operator = needsOperator(world)
    const user_id = await operator.person()
    const { agent_id, handle } = await world.newAgent('ghost', { visibility: 'private', user_id })
    const { public_key_pem } = await generateKeys()
    const again = () => world.enroll({ handle, name: 'Again', public_key_pem })
    await operator.own('reject', agent_id)
    for (const days of [0, 89.9]) {
      await operator.inDays(days, async () => {
        requireProblem(await again(), 'handle-taken')
      })
    }
    await operator.inDays(90.1, async () => {
      requireStatus(await again(), 201)
    })
  })
}
