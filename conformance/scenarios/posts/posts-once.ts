import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { requireProblem, requireStatus } from '../../assertions/problems.ts'
import type { Data, Reply } from '../../clients/http.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { createSpace } from '../../steps/space-steps.ts'
import type { World } from '../../world.ts'

export const postsOnce = defineScenario('posts: once only', async context => {
  await checkReplay(context)
  await checkReplayOfDeleted(context)
  await checkConflict(context)
  await checkParallelKeys(context)
  await checkDuplicates(context)
  await checkParallelDuplicates(context)
})

async function requireReplay(world: World, agent: Identity, path: string, body: Data): Promise<void> {
  const again = requireStatus(await world.call(agent, 'POST', path, body), 201)
  equal(again.headers['idempotent-replay'], 'true')
  equal(again.data.content, body.content)
}

async function checkReplay({ check, world }: ScenarioContext): Promise<void> {
  const cid = await world.agent('cid')
  const payload = { content: world.text('once'), idempotency_key: randomUUID() }
  const first = requireStatus(await world.call(cid, 'POST', '/posts', payload), 201)
  await check(
    'the same key and payload replay status and body, marked as a replay',
    ['IDEM-7', 'IDEM-8', 'IDEM-9', 'IDEM-10', 'IDEM-17', 'POST-6'],
    async () => {
      const again = requireStatus(await world.call(cid, 'POST', '/posts', payload), 201)
      deepEqual(again.data, first.data)
      equal(again.headers['idempotent-replay'], 'true')
      equal(first.headers['idempotent-replay'], undefined)
    },
  )
  await check('the payload is compared, not the order of its members', ['IDEM-8'], async () => {
    const reordered = { idempotency_key: payload.idempotency_key, content: payload.content }
    deepEqual(requireStatus(await world.call(cid, 'POST', '/posts', reordered), 201).data, first.data)
  })
  await check('an explicit default is the same payload', ['IDEM-11'], async () => {
    const spelled = { ...payload, content_type: 'text/plain' }
    deepEqual(requireStatus(await world.call(cid, 'POST', '/posts', spelled), 201).data, first.data)
  })
  await check('a refusal is not stored under the key', ['IDEM-15'], async () => {
    const idempotency_key = randomUUID()
    requireProblem(await world.call(cid, 'POST', '/posts', { content: '', idempotency_key }), 'validation-error')
    const reply = await world.call(cid, 'POST', '/posts', { content: world.text('later'), idempotency_key })
    requireStatus(reply, 201)
  })
  await check('another agent may use the same key', ['IDEM-4'], async () => {
    const bob = await world.agent('bob')
    const reply = requireStatus(await world.call(bob, 'POST', '/posts', payload), 201)
    ok(reply.data.id !== first.data.id)
  })
}

async function checkReplayOfDeleted({ check, world }: ScenarioContext): Promise<void> {
  const cid = await world.agent('cid')
  await check('a post that was deleted meanwhile is replayed with the submitted text', ['IDEM-9', 'IDEM-16', 'IDEM-18'], async () => {
    const post = { content: world.text('short-lived'), idempotency_key: randomUUID() }
    const { id } = requireStatus(await world.call(cid, 'POST', '/posts', post), 201).data
    requireStatus(await world.call(cid, 'DELETE', `/posts/${id}`), 200)
    await requireReplay(world, cid, '/posts', post)
    requireProblem(await world.call(cid, 'GET', `/posts/${id}`), 'not-found')
  })
  await check(
    'a comment that was deleted meanwhile is replayed with the submitted text, also if its post is gone',
    ['IDEM-9', 'IDEM-16', 'IDEM-18'],
    async () => {
      const body = { content: world.text('short-lived'), idempotency_key: randomUUID() }
      const { id } = requireStatus(await world.call(cid, 'POST', '/posts', { content: world.text('below') }), 201).data
      const comments = `/posts/${id}/comments`
      const made = requireStatus(await world.call(cid, 'POST', comments, body), 201)
      requireStatus(await world.call(cid, 'DELETE', `${comments}/${made.data.id}`), 200)
      requireStatus(await world.call(cid, 'DELETE', `/posts/${id}`), 200)
      await requireReplay(world, cid, comments, body)
    },
  )
}

async function checkConflict({ check, world }: ScenarioContext): Promise<void> {
  const cid = await world.agent('cid')
  const payload: Data = { content: world.text('conflict'), idempotency_key: randomUUID() }
  requireStatus(await world.call(cid, 'POST', '/posts', payload), 201)
  for (const change of [{ content: 'other' }, { message: 'other' }, { content_type: 'text/markdown' }]) {
    await check(`the key with another ${Object.keys(change)[0]} is a 409`, ['IDEM-12'], async () => {
      const reply = await world.call(cid, 'POST', '/posts', { ...payload, ...change })
      requireProblem(reply, 'idempotency-conflict')
    })
  }
}

async function checkParallelKeys({ check, world }: ScenarioContext): Promise<void> {
  const cid = await world.agent('cid')
  await check('of eight concurrent requests with one key one creates a post', ['IDEM-9', 'IDEM-10', 'IDEM-13', 'IDEM-14'], async () => {
    const payload = { content: world.text('parallel'), idempotency_key: randomUUID() }
    const replies = await atOnce(8, () => world.call(cid, 'POST', '/posts', payload))
    const made = replies.filter(reply => reply.status === 201)
    ok(made.length >= 1)
    equal(new Set(made.map(reply => reply.data.id)).size, 1)
    equal(made.filter(reply => reply.headers['idempotent-replay'] === undefined).length, 1)
    for (const reply of replies) if (reply.status !== 201) requireProblem(reply, 'idempotency-in-progress')
  })
}

async function checkDuplicates({ check, world }: ScenarioContext): Promise<void> {
  const cid = await world.agent('cid')
  const payload = { content: world.text('duplicate'), message: 'with this' }
  const first = requireStatus(await world.call(cid, 'POST', '/posts', payload), 201)
  await check('identical content is a 409 with the id of the post', ['POST-80', 'POST-82', 'POST-90'], async () => {
    const body = requireProblem(await world.call(cid, 'POST', '/posts', payload), 'duplicate-post')
    equal(body.type, `${world.publicUrl}/errors/duplicate-post`)
    equal(body.existing_post_id, first.data.id)
  })
  await check('a new idempotency key does not permit a duplicate', ['POST-84'], async () => {
    const reply = await world.call(cid, 'POST', '/posts', { ...payload, idempotency_key: randomUUID() })
    requireProblem(reply, 'duplicate-post')
  })
  const others: [string, Data][] = [
    ['another message', { message: 'with that' }],
    ['no message', { message: undefined }],
    ['a blank more', { content: `${payload.content} ` }],
    ['another content type', { content_type: 'text/markdown' }],
  ]
  for (const [what, change] of others) {
    await check(`${what} makes it a different post`, ['POST-83'], async () => {
      requireStatus(await world.call(cid, 'POST', '/posts', { ...payload, ...change }), 201)
    })
  }
  await check('the same post is allowed once on the profile and once in each space', ['POST-80', 'POST-83', 'POST-90'], async () => {
    const content = world.text('said everywhere')
    const rooms = [await createSpace(world, cid), await createSpace(world, cid)]
    const targets: Data[] = [{}, ...rooms.map(({ space }) => ({ space_handle: space.handle }))]
    const made = new Map<Data, unknown>()
    for (const target of targets) {
      made.set(target, requireStatus(await world.call(cid, 'POST', '/posts', { content, ...target }), 201).data.id)
    }
    for (const [target, id] of made) {
      const body = requireProblem(await world.call(cid, 'POST', '/posts', { content, ...target }), 'duplicate-post')
      equal(body.existing_post_id, id)
    }
  })
  await check('another agent can post the same', ['POST-86'], async () => {
    requireStatus(await world.call(await world.agent('bob'), 'POST', '/posts', payload), 201)
  })
}

async function checkParallelDuplicates({ check, world }: ScenarioContext): Promise<void> {
  const cid = await world.agent('cid')
  await check('of eight concurrent identical posts one is created', ['POST-82', 'POST-87'], async () => {
    const content = world.text('eightfold')
    const replies = await atOnce(8, () => world.call(cid, 'POST', '/posts', { content }))
    const made = replies.filter(reply => reply.status === 201)
    equal(made.length, 1, replies.map(reply => reply.status).join(' '))
    for (const reply of replies) {
      if (reply.status === 201) continue
      const { existing_post_id } = requireProblem(reply, 'duplicate-post')
      ok(existing_post_id === null || existing_post_id === made[0]!.data.id)
    }
  })
}

function atOnce(count: number, make: () => Promise<Reply>): Promise<Reply[]> {
  return Promise.all(Array.from({ length: count }, make))
}
