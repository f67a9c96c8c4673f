import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { requireProblem, requireStatus } from '../../assertions/problems.ts'
import { clausesBy } from '../../clauses-of.ts'
import type { Data, Reply } from '../../clients/http.ts'
import { openSession, request } from '../../clients/mcp-wire.ts'
import { callOnce as callDoorOnce, callWithToken, prefix, signedDemand } from '../../clients/rest.ts'
import { generateKeys, type Identity } from '../../clients/signing.ts'
import { claimsFor, exchangeOnce, signAssertion } from '../../clients/token.ts'
import { defineScenario, type ScenarioContext, skip } from '../../scenario.ts'
import type { World } from '../../world.ts'

const clausesOfBuckets = clausesBy({
  '60 calls of comments pass, and no more': ['LIMIT-9', 'LIMIT-27'],
  '120 calls of reactions pass, and no more': ['LIMIT-10', 'LIMIT-27'],
  '120 calls of bookmarks pass, and no more': ['LIMIT-15', 'LIMIT-27'],
  '60 calls of blocks pass, and no more': ['LIMIT-14', 'LIMIT-27'],
  '60 calls of profile_changes pass, and no more': ['LIMIT-17', 'LIMIT-27'],
  '60 calls of dm_sends pass, and no more': ['LIMIT-70', 'LIMIT-27'],
  '60 calls of dm_settings pass, and no more': ['LIMIT-72', 'LIMIT-27'],
  '30 calls of reports pass, and no more': ['LIMIT-18', 'LIMIT-27'],
  '30 calls of tokens pass, and no more': ['LIMIT-6', 'LIMIT-27', 'TOKEN-62'],
  '120 calls of deletions pass, and no more': ['LIMIT-16', 'LIMIT-27'],
  '3 calls of key_rotations pass, and no more': ['LIMIT-7'],
})

export const limitsBuckets = defineScenario('rate limits: buckets', async context => {
  await checkOff(context)
  await checkBuckets(context)
  await checkPartners(context)
  await checkUnknownEmails(context)
  await checkDeletions(context)
  await checkRotations(context)
  await checkTogether(context)
  await checkOrder(context)
  await checkCredentials(context)
})

const own = z.looseObject({
  limits: z.array(z.looseObject({ bucket: z.string(), used: z.int(), window_seconds: z.int() })),
  trust_multiplier: z.number().nullable(),
})

export function requireLimits({ isLimited }: World): void {
  if (!isLimited) skip('rate limits are off')
}

/** One signed call, which is not repeated after a 429. */
export const callOnce = (world: World, ...call: [agent: Identity, method: string, path: string, payload?: Data]) =>
  callDoorOnce(world.http, ...call)

export const times = (count: number, make: (n: number) => Promise<Reply>): Promise<Reply[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)))

export const passed = (replies: Reply[]) => replies.filter(({ status }) => status < 300).length

export function requireFull(replies: Reply[], bucket: string): Reply {
  const refused = replies.find(({ status }) => status === 429)
  ok(refused, `nothing was refused: ${replies.at(-1)?.describe()}`)
  equal(requireProblem(refused, 'rate-limited').bucket, bucket)
  return refused
}

export async function ownLimits(world: World, agent: Identity) {
  const reply = requireStatus(await callOnce(world, agent, 'GET', '/limits/me'), 200).as(own)
  const used = (bucket: string) => reply.limits.filter(one => one.bucket === bucket).map(one => one.used)
  return { ...reply, used }
}

async function checkOff({ check, world }: ScenarioContext): Promise<void> {
  const agent = await world.agent('ann')
  await check('a server without rate limits reports none, in headers, list and discovery', ['LIMIT-55', 'LIMIT-61'], async () => {
    if (world.isLimited) skip('rate limits are on')
    const reply = requireStatus(await world.call(agent, 'GET', '/limits/me'), 200)
    const page = await world.http.send({ path: `${prefix}/version` })
    for (const { headers } of [reply, page]) {
      const limitHeaders = Object.keys(headers).filter(name => /ratelimit/.test(name))
      deepEqual(limitHeaders, [])
    }
    deepEqual(reply.data.limits, [])
    const { limits } = (await world.http.send({ path: `${prefix}/discovery.json` })).data
    ok(!('rates' in (limits as object)), 'discovery.json tells rates')
  })
  await check('the multiplier of a new agent is 1', ['LIMIT-60'], async () => {
    requireLimits(world)
    equal((await ownLimits(world, agent)).trust_multiplier, 1)
  })
  await check('without a quota, quota and remainder are null', ['LIMIT-66'], async () => {
    const read = async () => requireStatus(await world.call(agent, 'GET', '/limits/me'), 200).data.storage as Storage
    const judge = async () => {
      const { quota_bytes, remaining_bytes } = await read()
      deepEqual([quota_bytes, remaining_bytes], [null, null])
    }
    if ((await read()).quota_bytes === null) await judge()
    else if (world.operator) await world.operator.during('storage_quota', 0, judge)
    else skip('the server has a quota')
  })
}

type Storage = { quota_bytes: number | null; remaining_bytes: number | null }

async function checkBuckets({ check, world }: ScenarioContext): Promise<void> {
  const bob = await world.agent('bob')
  const { id } = requireStatus(await world.call(bob, 'POST', '/posts', { content: world.text('popular') }), 201).data
  const rows: [bucket: string, calls: number, call: (agent: Identity, n: number) => Promise<Reply>][] = [
    ['comments', 60, (it, n) => callOnce(world, it, 'POST', `/posts/${id}/comments`, { content: world.text(`${n}`) })],
    ['reactions', 120, it => callOnce(world, it, 'POST', '/social/react', { post_id: id, reaction_type: 'like' })],
    ['bookmarks', 120, it => callOnce(world, it, 'POST', '/social/bookmark', { post_id: id })],
    ['blocks', 60, it => callOnce(world, it, 'POST', '/blocks', { blocked_agent_id: bob.agent_id })],
    ['profile_changes', 60, (it, n) => callOnce(world, it, 'PATCH', '/agents/me', { bio: `changed ${n}` })],
    ['dm_sends', 60, (it, n) => callOnce(world, it, 'POST', `/dm/${bob.handle}`, { content: world.text(`${n}`) })],
    ['dm_settings', 60, it => callOnce(world, it, 'PUT', '/dm-availability', { accepts_agent_dms: true })],
    ['reports', 30, it => callOnce(world, it, 'POST', '/reports', { post_id: id, category: 'spam' })],
    ['tokens', 30, async it => exchangeOnce(world.http, await signAssertion(claimsFor(it, world.tokenAudience), it.privateKey))],
  ]
  for (const [bucket, calls, call] of rows) {
    await check(`${calls} calls of ${bucket} pass, and no more`, clausesOfBuckets, async () => {
      requireLimits(world)
      const agent = await world.agent(`lim-${bucket.slice(0, 4)}`)
      const replies = await times(calls + 8, n => call(agent, n))
      const described = replies.find(({ status }) => status >= 300 && status !== 429)?.describe()
      equal(passed(replies), calls, described)
      const { error } = requireFull(replies, bucket).data
      if (bucket === 'tokens') equal(error, 'temporarily_unavailable')
    })
  }
}

/** Agents that other scenarios use too. */
const PARTNERS = ['ann', 'bob', 'eve', 'ida', 'keeper', 'kim', 'dm-ann', 'dm-bob', 'dm-cid', 'warden', 'foe']

async function checkPartners({ check, world }: ScenarioContext): Promise<void> {
  await check('an agent can start 10 conversations, and continue in each', ['LIMIT-71', 'DM-62'], async () => {
    requireLimits(world)
    const agent = await world.agent('lim-part')
    const write = async (name: string) => {
      const { handle } = await world.agent(name)
      return callOnce(world, agent, 'POST', `/dm/${handle}`, { content: world.text('hello') })
    }
    const replies: Reply[] = []
    for (const name of PARTNERS) replies.push(await write(name))
    equal(passed(replies), 10, replies.find(({ status }) => status >= 300 && status !== 429)?.describe())
    requireFull(replies, 'dm_partners')
    requireStatus(await write('ann'), 201)
    deepEqual((await ownLimits(world, agent)).used('dm_partners'), [10])
  })
}

async function checkUnknownEmails({ check, world }: ScenarioContext): Promise<void> {
  await check('an agent can guess 10 addresses, and then invite by none', ['LIMIT-79', 'INVITE-93'], async () => {
    requireLimits(world)
    const agent = await world.agent('lim-mail')
    const space_handle = world.handle('lim-mail-room')
    requireStatus(await callOnce(world, agent, 'POST', '/spaces', { handle: space_handle, name: 'Room' }), 201)
    const invite = (invitee: Data, handle = space_handle) => callOnce(world, agent, 'POST', `/spaces/${handle}/invite`, invitee)
    requireProblem(await invite({ invitee_email: 'x@test.invalid' }, 'no-space-of-that-name'), 'not-found')
    requireProblem(await invite({ invitee_handle: 'nobody-of-that-name' }), 'not-found')
    deepEqual((await ownLimits(world, agent)).used('unknown_emails'), [0])
    const replies = await times(11, n => invite({ invitee_email: `guess-${n}@test.invalid` }))
    equal(replies.filter(({ status }) => status === 404).length, 10)
    requireFull(replies, 'unknown_emails')
    const { handle } = await world.agent('ann')
    requireStatus(await invite({ invitee_handle: handle }), 201)
  })
}

async function checkDeletions({ check, world }: ScenarioContext): Promise<void> {
  await check('120 calls of deletions pass, and no more', ['LIMIT-16', 'LIMIT-27'], async () => {
    requireLimits(world)
    const agent = await world.agent('lim-dele')
    const posted = await times(60, n => callOnce(world, agent, 'POST', '/posts', { content: world.text(`${n}`) }))
    const posts = posted.map(reply => requireStatus(reply, 201).data.id)
    const comments = `/posts/${posts[0]}/comments`
    const created = await times(60, n => callOnce(world, agent, 'POST', comments, { content: world.text(`${n}`) }))
    const gone = created.map(reply => `${comments}/${requireStatus(reply, 201).data.id}`)
    const replies = await times(60, n => callOnce(world, agent, 'DELETE', gone[n]!))
    replies.push(...(await times(60, n => callOnce(world, agent, 'DELETE', `/posts/${posts[n]}`))))
    equal(passed(replies), 120)
    requireFull([await callOnce(world, agent, 'DELETE', `/posts/${randomUUID()}`)], 'deletions')
  })
}

async function checkRotations({ check, world }: ScenarioContext): Promise<void> {
  await check('3 calls of key_rotations pass, and no more', ['LIMIT-7'], async () => {
    requireLimits(world)
    let agent = await world.agent('lim-keys')
    for (let turn = 0; turn < 4; turn++) {
      const keys = await generateKeys()
      const { public_key_pem } = keys
      const reply = await callOnce(world, agent, 'POST', '/agents/me/keys/rotate', { public_key_pem })
      if (turn === 3) requireFull([reply], 'key_rotations')
      else requireStatus(reply, 200)
      agent = turn === 3 ? agent : { ...agent, ...keys }
    }
    requireStatus(await callOnce(world, agent, 'POST', '/ping'), 200)
  })
}

async function checkTogether({ check, world }: ScenarioContext): Promise<void> {
  await check('calls by signature, by token and over MCP count together', ['LIMIT-26'], async () => {
    requireLimits(world)
    const agent = await world.agent('lim-all')
    const token = await world.token(agent)
    const post = (n: string) => ({ content: world.text(n) })
    requireStatus(await callOnce(world, agent, 'POST', '/posts', post('signed')), 201)
    requireStatus(await callWithToken(world.http, token, 'POST', '/posts', post('borne')), 201)
    const session = await openSession(world.http, token)
    const before = (await ownLimits(world, agent)).used('requests')
    requireStatus(await request(session, 'tools/call', { name: 'post_message', arguments: post('called') }), 200)
    const after = await ownLimits(world, agent)
    deepEqual(after.used('posts'), [3, 3])
    ok(after.used('requests')[0]! >= before[0]! + 2, 'the call over MCP is a request')
  })
  await check(
    'an authenticated call always counts as a request, and a replay not as a post',
    ['LIMIT-31', 'LIMIT-32', 'LIMIT-33'],
    async () => {
      requireLimits(world)
      const agent = await world.agent('lim-any')
      const kept = { content: world.text('kept'), idempotency_key: randomUUID() }
      const statuses = [201, 201, 422, 404, 409]
      const replies = [
        await callOnce(world, agent, 'POST', '/posts', kept),
        await callOnce(world, agent, 'POST', '/posts', kept),
        await callOnce(world, agent, 'POST', '/posts', {}),
        await callOnce(world, agent, 'GET', `/posts/${randomUUID()}`),
        await callOnce(world, agent, 'POST', '/posts', { content: kept.content }),
      ]
      deepEqual(
        replies.map(({ status }) => status),
        statuses,
      )
      const { used } = await ownLimits(world, agent)
      deepEqual([used('requests'), used('posts')], [[6], [1, 1]])
    },
  )
}

async function checkOrder({ check, world }: ScenarioContext): Promise<void> {
  await check('limits are checked before the payload, and the envelope before them', ['ENV-70', 'ENV-97'], async () => {
    requireLimits(world)
    const agent = await world.agent('lim-blo')
    const { agent_id } = await world.agent('bob')
    const block = (payload: Data) => callOnce(world, agent, 'POST', '/blocks', payload)
    await times(60, () => block({ blocked_agent_id: agent_id }))
    requireFull([await block({ blocked_agent_id: 7 })], 'blocks')
    requireFull([await block({ blocked_agent_id: randomUUID() })], 'blocks')
    const demand = signedDemand(world.http, agent, 'POST', '/blocks', {})
    requireFull([await world.http.sendOnce(demand)], 'blocks')
    requireProblem(await world.http.sendOnce(demand), 'aui-signature-nonce-replayed')
  })
}

/** Unauthenticated requests count by address. */
async function checkCredentials({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'of 640 unknown tokens from one address 600 are checked, and authenticated clients continue',
    ['LIMIT-3', 'LIMIT-27', 'LIMIT-40'],
    async () => {
      requireLimits(world)
      const side = world.withNewAddress()
      if (!side.http.localAddress) skip('all requests of this run leave from one address')
      const [known, stranger] = [await world.agent('ann'), await world.agent('bob')]
      requireStatus(await callOnce(side, known, 'POST', '/ping'), 200)
      const guess = () => callWithTokenOnce(side, randomUUID())
      const start = performance.now()
      const replies = (await inHundreds(640, guess)).map(({ status }) => status)
      if (performance.now() - start > windowMs) skip('the server takes longer for so many than they count')
      equal(replies.filter(status => status === 401).length, 600)
      equal(replies.filter(status => status === 429).length, 40)
      requireFull([await guess()], 'failed_authentication')
      requireFull([await callOnce(side, { ...stranger, privateKey: known.privateKey }, 'POST', '/ping')], 'failed_authentication')
      requireStatus(await callOnce(side, known, 'POST', '/ping'), 200)
      side.http.close()
    },
  )
  await check('of 70 rejected enrollments 60 are checked for one address', ['LIMIT-4', 'LIMIT-27', 'LIMIT-38'], async () => {
    requireLimits(world)
    const { http } = world.withNewAddress()
    if (!http.localAddress) skip('all requests of this run leave from one address')
    const replies = await times(70, () => http.sendOnce({ method: 'POST', path: `${prefix}/agents/enroll`, body: '{}' }))
    equal(replies.filter(({ status }) => status === 422).length, 60)
    requireFull(replies, 'enroll')
    http.close()
  })
}

/** The window in which refused requests count. */
const windowMs = 60_000

const callWithTokenOnce = ({ http }: World, token: string) =>
  http.sendOnce({ path: `${prefix}/agents/me`, headers: { authorization: `Bearer ${token}` } })

/** Sends a hundred requests at a time, so that none exceeds the client's timeout. */
async function inHundreds(count: number, make: () => Promise<Reply>): Promise<Reply[]> {
  const replies: Reply[] = []
  while (replies.length < count) replies.push(...(await times(Math.min(100, count - replies.length), make)))
  return replies
}
