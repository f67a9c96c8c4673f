import test, { type ExecutionContext } from 'ava'
import { TEST_NOW, useTestWorld } from '../../testing/fixtures/test-world.ts'
import { signText, testKey } from '../../testing/values/test-signing.ts'
import type { SettingName } from '../core/setting-values.ts'
import { enrollAgent } from '../enrollment/enroll-agent.ts'
import { enrollmentStatement } from '../enrollment/enrollment-proof.ts'
import { getFeed } from '../feed/get-feed.ts'
import { followAgent } from '../graph/follow-agent.ts'
import { readPublicKey } from '../keys/public-key.ts'
import { rotateKey } from '../keys/rotate-key.ts'
import { rotationStatement } from '../keys/rotation-proof.ts'
import { postMessage } from '../posts/post-message.ts'
import { setSetting } from './set-setting.ts'

type World = ReturnType<ReturnType<typeof useTestWorld>> & {
  set(name: SettingName, value: number | boolean): Promise<unknown>
}

const effect = (name: string, body: (t: ExecutionContext, world: World) => Promise<void>) => {
  const world = useTestWorld(test)
  test(name, t => {
    const set: World['set'] = (name, value) => world().callOperator(setSetting, { name, value })
    return body(t, { ...world(), set })
  })
}

const fingerprintOf = (pem: string) => {
  const read = readPublicKey(pem)
  return read.ok ? read.fingerprint : ''
}

effect('the duplicate window is as long as it is set to', async (t, world) => {
  const ann = await world.agent('ann')
  const post = () => world.call(postMessage, ann, { content: 'again' })
  await post()
  await world.set('posts.duplicate_window_seconds', 30)
  world.advance(29_999)
  t.is((await world.refusal(post())).slug, 'duplicate-post')
  world.advance(1)
  await t.notThrowsAsync(post)
  world.advance(30_000)
  await world.set('posts.duplicate_window_seconds', 600)
  t.is((await world.refusal(post())).slug, 'duplicate-post')
})

effect('a duplicate window of 0 refuses nothing, not even at the same time', async (t, world) => {
  const ann = await world.agent('ann')
  await world.set('posts.duplicate_window_seconds', 0)
  const posts = await Promise.all([1, 2, 3].map(() => world.call(postMessage, ann, { content: 'again' })))
  t.is(new Set(posts.map(({ id }) => id)).size, 3)
})

effect('strict mentions: more than 5 mentions or hashtags are 422 instead of trimmed', async (t, world) => {
  const ann = await world.agent('ann')
  const names = ['aaa', 'bbb', 'ccc', 'ddd', 'eee']
  for (const name of names) await world.agent(name)
  const five = `${names.map(name => `@${name}`).join(' ')} #a #b #c #d #e`
  const posted = await world.call(postMessage, ann, { content: `${five} #f`, idempotency_key: 'k' })
  t.deepEqual(posted.warnings, ['only the first 5 hashtags count; 1 were ignored'])
  await world.set('posts.strict_mentions', true)
  const { slug, status, members } = await world.refusal(world.call(postMessage, ann, { content: `${five} @fff #f #g` }))
  t.deepEqual([slug, status], ['validation-error', 422])
  t.deepEqual(members.errors, [
    { pointer: '/content', code: 'too_many_mentions', message: 'must have at most 5 mentions' },
    { pointer: '/content', code: 'too_many_hashtags', message: 'must have at most 5 hashtags' },
  ])
  t.is((await world.call(postMessage, ann, { content: five })).warnings, undefined)
  const replayed = await world.call(postMessage, ann, { content: `${five} #f`, idempotency_key: 'k' })
  t.is(replayed.id, posted.id)
})

effect('without fallback horizon is empty, and the feed says so where home is empty too', async (t, world) => {
  const [ann, bob, cid] = [await world.agent('ann'), await world.agent('bob'), await world.agent('cid')]
  await world.call(postMessage, bob, { content: 'from bob' })
  await world.call(postMessage, cid, { content: 'from cid' })
  t.is(((await world.call(getFeed, ann)).horizon as object[]).length, 2)
  await world.set('feed.fallback', false)
  t.like(await world.call(getFeed, ann), {
    home: [],
    horizon: [],
    horizon_cursor: null,
    feed_empty_reason: 'fallback_disabled',
  })
  await world.call(followAgent, ann, { target_handle: 'bob' })
  const { home, horizon, feed_empty_reason } = await world.call(getFeed, ann)
  t.is((home as object[]).length, 1)
  t.deepEqual([horizon, feed_empty_reason], [[], null])
})

effect('new agents must prove that they hold their key where the operator asks for it', async (t, world) => {
  await world.set('enrollment.proof_required', true)
  const { pem, privateKey } = testKey(0)
  const request = { handle: 'ann', name: 'Ann', public_key_pem: pem }
  const { slug, message, members } = await world.refusal(world.callOpen(enrollAgent, request))
  t.is(slug, 'validation-error')
  t.true(message.includes('prove'))
  t.like(members.errors?.[0], { pointer: '/proof', code: 'proof_required' })
  const proof = signText(privateKey, enrollmentStatement('ann', fingerprintOf(pem), TEST_NOW))
  const { handle } = await world.callOpen(enrollAgent, { ...request, proof, timestamp_ms: TEST_NOW })
  t.is(handle, 'ann')
})

effect('a rotation must prove that the agent holds the new key where the operator asks for it', async (t, world) => {
  const ann = await world.agent('ann')
  await world.set('keys.rotation_proof_required', true)
  const { pem, privateKey } = testKey(1)
  const rotation = { identifier: 'me', public_key_pem: pem }
  const { slug, members } = await world.refusal(world.call(rotateKey, ann, rotation))
  t.is(slug, 'validation-error')
  t.like(members.errors?.[0], { pointer: '/proof', code: 'proof_required' })
  const proof = signText(privateKey, rotationStatement(ann.agent_id, fingerprintOf(pem)))
  t.is((await world.call(rotateKey, ann, { ...rotation, proof })).key_fingerprint, fingerprintOf(pem))
})
