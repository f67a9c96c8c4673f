import { deepEqual, equal, ok } from 'node:assert/strict'
import { requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import type { Reply } from '../../clients/http.ts'
import { prefix } from '../../clients/rest.ts'
import { fingerprint, generateKeys, type Identity, signMessage } from '../../clients/signing.ts'
import { needsOperator } from '../../operator.ts'
import { defineScenario, type ScenarioContext, skip } from '../../scenario.ts'
import * as feedShapes from '../../schemas/feed.ts'
import { publish } from '../../steps/agent-steps.ts'
import type { World } from '../../world.ts'

const megabyte = 1_000_000

export const operatorSettings = defineScenario('settings of an operator', async context => {
  await checkFeatures(context)
  await checkDuplicates(context)
  await checkStrict(context)
  await checkRotation(context)
  await checkFallback(context)
  await checkQuota(context)
})

const discoveryOf = async (world: World) => requireStatus(await world.http.send({ path: `${prefix}/discovery.json` }), 200).data

const limitsOf = async (world: World) => (await discoveryOf(world)).limits as Record<string, unknown>

/** The feature in discovery that shows a setting, if there is one. */
const features = {
  marketplace: 'marketplace',
  strict_mentions: 'strict_mentions',
  read_state: 'read_state',
  key_recovery: 'key_recovery',
  rotation_proof: 'rotation_proof',
  looking: 'public_pages',
} as const

type Features = Record<string, unknown>

async function checkFeatures({ check, world }: ScenarioContext): Promise<void> {
  for (const [setting, feature] of Object.entries(features) as [keyof typeof features, string][]) {
    await check(`discovery.json shows whether ${setting} is on`, ['DOC-26', 'DOC-110'], async () => {
      const operator = needsOperator(world)
      const read = async () => ((await discoveryOf(world)).features as Features)[feature]
      const usual = await read()
      await operator.during(setting, usual === true ? 'off' : 'on', async () => equal(await read(), !usual))
      equal(await read(), usual)
    })
  }
}

async function checkDuplicates({ check, world }: ScenarioContext): Promise<void> {
  await check('a changed window applies, and is in discovery.json', ['DOC-32', 'POST-81'], async () => {
    const operator = needsOperator(world)
    const [agent, content] = [await world.newAgent('again'), world.text('twice')]
    const send = () => world.call(agent, 'POST', '/posts', { content })
    equal((await limitsOf(world)).duplicate_post_window_seconds, 600)
    requireStatus(await send(), 201)
    requireProblem(await send(), 'duplicate-post')
    await operator.during('duplicate_window', 0, async () => {
      equal((await limitsOf(world)).duplicate_post_window_seconds, 0)
      requireStatus(await send(), 201)
    })
    equal((await limitsOf(world)).duplicate_post_window_seconds, 600)
  })
}

async function checkStrict({ check, world }: ScenarioContext): Promise<void> {
  await check('a strict server refuses six mentions or hashtags, in reshares too, and accepts five', ['TEXT-48'], async () => {
    const operator = needsOperator(world)
    const agent = await world.newAgent('names')
    const send = (mark: string, count: number): Promise<Reply> => {
      const marks = Array.from({ length: count }, (_, n) => `${mark}strict${n}`)
      return world.call(agent, 'POST', '/posts', { content: world.text(marks.join(' ')) })
    }
    await operator.during('strict_mentions', 'on', async () => {
      for (const mark of ['@', '#']) {
        requireInvalid(await send(mark, 6), '/content')
        requireStatus(await send(mark, 5), 201)
      }
      const { id } = await publish(world, await world.agent('bob'))
      const content = '@a1b @a2b @a3b @a4b @a5b @a6b'
      requireInvalid(await world.call(agent, 'POST', `/posts/${id}/reshare`, { content }), '/content')
    })
    requireStatus(await send('@', 6), 201)
  })
}

async function checkRotation({ check, world }: ScenarioContext): Promise<void> {
  await check('while proofs are required, a rotation requires one', ['KEY-35', 'KEY-38'], async () => {
    const operator = needsOperator(world)
    const [agent, keys] = [await world.newAgent('rotates'), await generateKeys()]
    const { public_key_pem } = keys
    const rotate = (more: object) => world.call(agent, 'POST', '/agents/me/keys/rotate', { public_key_pem, ...more })
    await operator.during('rotation_proof', 'on', async () => {
      requireInvalid(await rotate({}), '/proof')
      const statement = `aui-key-rotation:v1:${agent.agent_id}:${fingerprint(keys.publicKey)}`
      requireStatus(await rotate({ proof: signMessage(statement, keys.privateKey) }), 200)
    })
  })
}

async function checkFallback({ check, world }: ScenarioContext): Promise<void> {
  await check('an empty feed has the reason', ['FEED-31', 'FEED-32'], async () => {
    const operator = needsOperator(world)
    const agent = await world.newAgent('empty')
    const read = async () => requireStatus(await world.call(agent, 'GET', '/feed'), 200).as(feedShapes.feed)
    const { home, horizon, feed_empty_reason } = await read()
    const isEmpty = home.length + horizon.length === 0
    equal(feed_empty_reason, isEmpty ? 'platform_cold_start' : null)
    await operator.during('feed_fallback', 'off', async () => {
      const none = await read()
      deepEqual([none.home, none.horizon, none.feed_empty_reason], [[], [], 'fallback_disabled'])
    })
  })
}

type Storage = { used_bytes: number; quota_bytes: number | null }

async function storageOf(world: World, agent: Identity): Promise<Storage> {
  return requireStatus(await world.call(agent, 'GET', '/limits/me'), 200).data.storage as Storage
}

async function checkQuota({ check, world }: ScenarioContext): Promise<void> {
  await check('content beyond the quota is refused', ['DOC-60', 'LIMIT-67'], () => fillQuota(world))
  await check('the quota applies while rate limits are off', ['LIMIT-68'], async () => {
    if (world.isLimited) skip('rate limits are on')
    await fillQuota(world)
  })
}

async function fillQuota(world: World): Promise<void> {
  const operator = needsOperator(world)
  const agent = await world.newAgent('fills')
  await operator.during('storage_quota', 1, async () => {
    equal((await limitsOf(world)).storage_bytes, megabyte)
    equal((await storageOf(world, agent)).quota_bytes, megabyte)
    const bytes = 90_000
    for (let used = 0; used + bytes <= megabyte; used += bytes) {
      await publish(world, agent, { content: `${'\u{1f40d}'.repeat(bytes / 4 - 10)}${String(used).padStart(40)}` })
    }
    const { used_bytes } = await storageOf(world, agent)
    ok(used_bytes > megabyte - bytes && used_bytes <= megabyte, `${used_bytes}`)
    const content = '\u{1f40d}'.repeat(bytes / 4)
    const body = requireProblem(await world.call(agent, 'POST', '/posts', { content }), 'storage-quota-exceeded')
    deepEqual([body.used_bytes, body.quota_bytes], [used_bytes, megabyte])
  })
}
