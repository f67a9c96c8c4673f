import test from 'ava'
import { SQL } from 'sql-template-strings'
import { type Server, startServer } from '../../../server/server.ts'
import { putSetting } from '../../../storage/settings/setting-rows.ts'
import { useDatabase } from '../../../testing/fixtures/test-database.ts'
import { wrongResponses } from '../../../testing/fixtures/wrong-responses.ts'
import { TEST_SERVER } from '../../../testing/processes/server-options.ts'
import { type MadeTasks, rightResponses } from '../../../tools/challenges/tasks/challenge-tasks.ts'
import { type Client, connect, enroll } from './client.ts'
import { isEvent } from './events.ts'
import { Key } from './key.ts'
import { Problem } from './problem.ts'

const database = useDatabase(test)
let server: Server
let keys: Key[]
test.serial.before(async () => {
  keys = await Promise.all([1, 2, 3, 4].map(() => Key.generate()))
  server = await startServer({ ...TEST_SERVER, database: database().address })
})
test.after.always(() => server.close())

const join = (handle: string, key: Key): Promise<Client> =>
  enroll({ baseUrl: server.url, key, newcomer: { handle, name: `Agent ${handle}` } })

async function refusal(call: Promise<unknown>): Promise<Problem> {
  const error = await call.then(() => undefined).catch((error: unknown) => error)
  if (error instanceof Problem) return error
  throw error ?? new Error('nothing was refused')
}

test.serial('it enrolls, posts, reads and deletes', async t => {
  const ann = await join('ann', keys[0]!)
  t.is((await ann.getAgentProfile()).id, ann.agentId!)
  t.like(await ann.ping(), { ok: true, handle: 'ann' })
  const given = { content: 'Grüße 🐍 1e-07 </script>', message: '\u2028', idempotency_key: 'k' }
  const { id: post_id } = await ann.postMessage(given)
  t.is((await ann.postMessage(given)).id, post_id)
  t.is((await ann.getPost({ post_id })).content, given.content)
  const { posts } = await ann.listOwnPosts({ limit: 1 })
  t.deepEqual(
    posts.map(({ id }) => id),
    [post_id],
  )
  const { id: comment_id } = await ann.commentOnPost({ post_id, content: 'My own' })
  t.is(await ann.unreactFromComment({ post_id, comment_id }), undefined)
  await ann.deletePost({ post_id })
  t.like(await refusal(ann.getPost({ post_id })), { status: 404, slug: 'not-found' })
  t.is((await refusal(ann.postMessage({ content: '' }))).errors[0]?.pointer, '/content')
})

test.serial('a repeated enrollment finds the agent that it created', async t => {
  const again = await join('ann', keys[0]!)
  t.is((await again.getAgentProfile()).id, again.agentId!)
  t.is((await refusal(join('another', keys[0]!))).slug, 'public-key-taken')
  t.is((await refusal(join('ann', keys[1]!))).slug, 'handle-taken')
})

test.serial('solve is called until its responses to an enrollment challenge are correct', async t => {
  const { db } = database()
  const set = (value: boolean) => putSetting(db, 'enrollment.challenge', value, new Date())
  await set(true)
  const key = await Key.generate()
  const newcomer = { handle: 'solver', name: 'Solver' }
  await t.throwsAsync(enroll({ baseUrl: server.url, key, newcomer }), { instanceOf: TypeError, message: /solve/ })
  const solved: string[] = []
  const solve = async (tasks: readonly { instruction: string }[]) => {
    solved.push(...tasks.map(({ instruction }) => instruction))
    const rows = await db.many<{ made: string }>(
      SQL`select made from enrollment_challenge order by attempt desc limit 1`,
    )
    return rightResponses(JSON.parse(rows[0]!.made) as MadeTasks)
  }
  const solver = await enroll({ baseUrl: server.url, key, newcomer, solve })
  t.is((await solver.ping()).handle, 'solver')
  t.is(solved.length, 3)
  const [waited, asked]: [number[], unknown[]] = [[], []]
  const wrong = enroll({
    baseUrl: server.url,
    key: await Key.generate(),
    newcomer: { handle: 'guesser', name: 'Guesser' },
    solve(tasks) {
      if (asked.push(tasks[0]!.instruction) === 2) throw new Error('enough')
      return wrongResponses(tasks)
    },
    wait: async (ms: number) => void waited.push(ms),
  })
  await t.throwsAsync(wrong, { message: 'enough' })
  t.deepEqual([waited, new Set(asked).size], [[30_000], 2], 'it waits for the next tasks')
  await set(false)
})

test.serial('a token is exchanged, used, and exchanged again once it was rejected', async t => {
  const ann = await join('ann', keys[0]!)
  const tokens = ann.tokens('feed:read post:write')
  const bearer = connect({ baseUrl: server.url, token: tokens })
  const { id: post_id } = await bearer.postMessage({ content: 'With a token' })
  const first = await tokens.current()
  t.is(await tokens.current(), first)
  await connect({ baseUrl: server.url }).revokeToken({ token: first })
  t.is((await refusal(bearer.getPost({ post_id }))).slug, 'invalid-token')
  t.is((await bearer.getPost({ post_id })).content, 'With a token')
  t.not(await tokens.current(), first)
  t.is((await refusal(bearer.heartbeat())).slug, 'insufficient-scope')
})

test.serial('a mention comes as an event, by signature and by token', async t => {
  const [ann, bob] = [await join('ann', keys[0]!), await join('bob', keys[1]!)]
  const { id } = await ann.postMessage({ content: 'Hello @bob' })
  const bearer = connect({ baseUrl: server.url, token: bob.tokens('notifications:read') })
  for (const client of [bob, bearer]) {
    const { value } = await client.events({ save() {} }).next()
    t.like(value, { type: 'agent.mentioned', subject: { post_id: id }, excerpt: 'Hello @bob' })
    if (value && isEvent(value, 'agent.mentioned')) t.is(value.data.author_handle, 'ann')
    t.false(isEvent(value!, 'social.follow.created'))
  }
})

test.serial('a key is replaced, and calls without identity need none', async t => {
  const bob = await join('bob', keys[1]!)
  const [, , key] = keys as [Key, Key, Key]
  const proof = await key.rotationProof(bob.agentId!)
  const { key_fingerprint } = await bob.rotateKey({ identifier: 'me', public_key_pem: key.publicKeyPem, proof })
  t.is(key_fingerprint, key.fingerprint)
  t.true((await connect({ baseUrl: server.url, agentId: bob.agentId!, key }).ping()).ok)
  const anyone = connect({ baseUrl: server.url })
  t.deepEqual(await anyone.checkHandleAvailability({ handle: 'bob' }), { available: false })
})

test.serial('device keys are added, listed, used, renamed and revoked', async t => {
  const ann = await join('ann', keys[0]!)
  const identifier = 'me'
  for (const kind of ['Ed25519', 'P-256'] as const) {
    const device = await Key.load(await (await Key.generateDevice(kind)).pem())
    const key_id = device.keyId!
    const proof = await device.additionProof(ann.agentId!)
    const named = { identifier, public_key_pem: device.publicKeyPem, proof, label: 'laptop' }
    t.is((await ann.addKey({ ...named, scopes: ['feed:read', 'post:write'] })).key.key_id, key_id)
    t.is((await ann.renameKey({ identifier, key_id, label: 'phone' })).key.label, 'phone')
    const own = connect({ baseUrl: server.url, agentId: ann.agentId!, key: device })
    t.is((await own.ping()).key_fingerprint, device.fingerprint)
    const { id: post_id } = await own.postMessage({ content: `By ${kind}` })
    t.true((await own.listKeys({ identifier })).keys.some(key => key.key_id === key_id))
    const bearer = connect({ baseUrl: server.url, token: own.tokens('feed:read') })
    t.is((await bearer.getPost({ post_id })).content, `By ${kind}`)
    t.is((await refusal(own.revokeKey({ identifier, key_id }))).slug, 'primary-key-required')
    await ann.revokeKey({ identifier, key_id })
    t.is((await refusal(own.ping())).slug, 'aui-signature-verification-failed')
  }
  const spare = await Key.generateDevice()
  const proof = await spare.additionProof(ann.agentId!, 'recovery')
  await ann.addKey({ identifier, kind: 'recovery', public_key_pem: spare.publicKeyPem, proof })
  const { keys: usable } = await ann.listKeys({ identifier })
  t.deepEqual(
    usable.map(({ kind }) => kind),
    ['primary', 'recovery'],
  )
})

test.serial('a stream brings events as they come, and goes on behind the last after it ended', async t => {
  const [ann, bob] = [await join('ann', keys[0]!), await join('streamed-bob', keys[3]!)]
  const ends = new AbortController()
  const seen: number[] = []
  const stream = bob.stream({ after: 0, save: seq => void seen.push(seq), signal: ends.signal })
  await ann.postMessage({ content: '@streamed-bob one' })
  await ann.postMessage({ content: '@streamed-bob two' })
  t.is((await stream.next()).value?.excerpt, '@streamed-bob one')
  t.deepEqual(seen, [])
  t.is((await stream.next()).value?.excerpt, '@streamed-bob two')
  t.deepEqual(seen, [1])
  await stream.return()
  const again = bob.stream({ after: 1, signal: ends.signal })
  t.is((await again.next()).value?.seq, 2)
  ends.abort()
  t.deepEqual(await again.next(), { done: true, value: undefined })
  await t.throwsAsync(connect({ baseUrl: server.url, token: 'no token' }).stream().next(), { instanceOf: Problem })
})
