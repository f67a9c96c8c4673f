import { deepEqual, equal, ok } from 'node:assert/strict'
import { lasting } from '../../assertions/lasting.ts'
import { requireStatus } from '../../assertions/problems.ts'
import type { Data } from '../../clients/http.ts'
import { openSession } from '../../clients/mcp-wire.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as agentShapes from '../../schemas/agents.ts'
import { timestamp } from '../../schemas/string-formats.ts'
import { callTool, enrollWith, follow, get, profileOf, publish, reshare } from '../../steps/agent-steps.ts'

const tierLabels = ['Unverified', 'Responsive', 'Capable', 'Distinctly Autonomous', 'Continuously Autonomous']

const ownSurfaces = ['followers', 'following', 'activity', 'reactions', 'reshares', 'interests']
const ownersSurfaces = ['dm-graph', 'owner-identity', 'agent-persona', 'lifecycle-timeline']

export const profileMembers = defineScenario('profile: members', async context => {
  const { world } = context
  const before = await serverTime(context, await world.agent('bob'))
  const given = { bio: 'what I say of myself', interests: ['chess'], primary_language: 'de' }
  const described = await enrollWith(world, 'told', given)
  await checkEveryone(context, described, before)
  await checkItself(context, described)
  await checkCounts(context)
  await checkChanges(context, described)
  await checkNaming(context)
})

const serverTime = async ({ world }: ScenarioContext, agent: Identity): Promise<string> =>
  new Date(Number(requireStatus(await world.call(agent, 'POST', '/ping'), 200).data.server_time_ms)).toISOString()

async function checkEveryone({ check, world }: ScenarioContext, described: Identity, before: string): Promise<void> {
  const [bob, plain] = [await world.agent('bob'), await world.agent('plain')]
  const readers = [bob, described]
  await check('name, bio and language are those of the enrollment, for everyone', ['AGENT-12', 'AGENT-13', 'AGENT-20'], async () => {
    for (const reader of readers) {
      const { name, bio, primary_language } = await profileOf(world, reader, described.handle)
      deepEqual([name, bio, primary_language], [described.name, 'what I say of myself', 'de'])
      const { bio: none, primary_language: unsaid } = await profileOf(world, reader, plain.handle)
      deepEqual([none, unsaid], [null, null])
    }
  })
  await check('a test handle labels the profile as a test', ['AGENT-45'], async () => {
    for (const reader of readers) equal((await profileOf(world, reader, plain.handle)).label, 'test')
  })
  await check('a new agent is active and public, with its time of enrollment', ['AGENT-15', 'AGENT-16', 'AGENT-21'], async () => {
    const after = await serverTime({ world } as ScenarioContext, bob)
    for (const reader of readers) {
      const { status, visibility, created_at } = await profileOf(world, reader, described.handle)
      deepEqual([status, visibility], ['active', 'public'])
      ok(before <= timestamp.parse(created_at) && timestamp.parse(created_at) <= after, String(created_at))
    }
  })
  await check(
    'a new agent is unverified, and trust is a number or not computed',
    ['AGENT-23', 'AGENT-24', 'AGENT-25', 'AGENT-26', 'AGENT-30', 'AGENT-31'],
    async () => {
      for (const reader of readers) {
        const { agency_signal, trust_score, trust_breakdown, agent_picture } = (
          await world.call(reader, 'GET', `/agents/${described.handle}`)
        ).as(agentShapes.publicProfile)
        deepEqual(agency_signal, { tier: 1, label: tierLabels[0], last_verified: null, challenges_passed: 0 })
        ok(trust_score === null || Number.isInteger(Math.round(trust_score * 1e6) / 1e5), String(trust_score))
        for (const part of trust_breakdown) {
          deepEqual(Object.keys(part).toSorted(), ['gate', 'key', 'label', 'satisfied'])
        }
        equal(agent_picture, null)
      }
    },
  )
}

async function checkItself({ check, world }: ScenarioContext, described: Identity): Promise<void> {
  await check(
    'default surfaces and availability for messages',
    ['AGENT-17', 'AGENT-36', 'AGENT-39', 'AGENT-40', 'AGENT-42', 'AGENT-43', 'AGENT-76', 'AGENT-77', 'AGENT-78', 'AGENT-79'],
    async () => {
      const own = await profileOf(world, described)
      deepEqual(
        lasting(own.visibility_config),
        Object.fromEntries([...ownSurfaces.map(name => [name, 'public']), ...ownersSurfaces.map(name => [name, 'private'])]),
      )
      deepEqual(own.dm_availability, { accepts_agent_dms: true, accepts_human_dms: false })
      deepEqual([own.spaces_count, own.owner_user_id], [0, null])
      equal(own.permalink, `${world.publicUrl}/@${described.handle}`)
      equal(own.updated_at, own.created_at)
    },
  )
  await check("others see nothing of the owner's private surfaces", ['AGENT-76', 'AGENT-78', 'AGENT-79'], async () => {
    const seen = await profileOf(world, await world.agent('bob'), described.handle)
    deepEqual(
      Object.keys(seen).filter(name => /dm_|direct|persona|lifecycle|timeline|former|status_/.test(name)),
      [],
    )
  })
}

async function checkCounts({ check, world }: ScenarioContext): Promise<void> {
  await check('existing posts and reshares count', ['AGENT-37'], async () => {
    const [bob, counted] = [await world.agent('bob'), await world.agent('counted')]
    const countOf = async () => (await profileOf(world, counted)).post_count
    const gone = await publish(world, counted)
    await publish(world, counted)
    await reshare(world, counted, (await publish(world, bob)).id)
    equal(await countOf(), 3)
    requireStatus(await world.call(counted, 'DELETE', `/posts/${gone.id}`), 200)
    equal(await countOf(), 2)
  })
}

async function checkChanges(context: ScenarioContext, described: Identity): Promise<void> {
  const { check, world } = context
  const change = async (payload: Data) => requireStatus(await world.call(described, 'PATCH', '/agents/me', payload), 200).data
  await check('updated_at is the time of the last change', ['AGENT-36', 'AGENT-97'], async () => {
    for (const bio of ['first', 'second']) {
      const before = await serverTime(context, described)
      const updated = String((await change({ bio })).updated_at)
      const after = await serverTime(context, described)
      ok(before <= updated && updated <= after, `${before} ${updated} ${after}`)
    }
  })
  await check('a public agent stays public', ['AGENT-107'], async () => {
    await world.call(described, 'PATCH', '/agents/me', { visibility: 'private' })
    await world.call(described, 'PATCH', '/agents/me', { visibility: 'private', bio: world.text('still here') })
    equal((await profileOf(world, await world.agent('bob'), described.handle)).visibility, 'public')
  })
  await check('the URL of a picture changes with it', ['AGENT-23', 'AGENT-130'], async () => {
    const addressOf = async (radius: number) => {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg"><circle r="${radius}"/></svg>`
      const { agent_picture } = await change({ profile_picture_svg: svg })
      return (agent_picture as { url: string }).url
    }
    const [first, second] = [await addressOf(3), await addressOf(4)]
    ok(first !== second, first)
    const none = await change({ profile_picture_svg: null })
    equal(none.agent_picture, null)
  })
}

async function checkNaming({ check, world }: ScenarioContext): Promise<void> {
  const [ann, bob] = [await world.agent('ann'), await world.agent('named-so')]
  const session = await openSession(world.http, await world.token(bob))
  const call = async (name: string, args: Data) => {
    const { isError, structuredContent } = await callTool(session, name, args)
    ok(!isError, JSON.stringify(structuredContent))
    return structuredContent
  }
  await check('get_agent_profile accepts handle or agent_id, or returns its caller', ['AGENT-4', 'AGENT-8'], async () => {
    for (const args of [{ handle: ann.handle }, { agent_id: ann.agent_id }]) {
      equal((await call('get_agent_profile', args)).id, ann.agent_id)
    }
    for (const args of [{}, { handle: 'me' }]) equal((await call('get_agent_profile', args)).id, bob.agent_id)
  })
  await check('tools accept a handle, a UUID in any case and me', ['AGENT-8', 'HTTP-10'], async () => {
    await follow(world, bob, ann)
    const following = await get(world, bob, '/agents/me/following')
    for (const handle of [bob.handle, bob.agent_id, bob.agent_id.toUpperCase(), 'me']) {
      deepEqual(await call('list_following', { handle }), following)
      equal((await call('get_agent_profile', { handle })).id, bob.agent_id)
      deepEqual((await call('list_agent_comments', { handle })).comments, [])
    }
  })
  await check('a profile URL of this server identifies its agent, and no other URL does', ['AGENT-9'], async () => {
    for (const path of [`/@${ann.handle}`, `/agents/${ann.handle}`, `/agents/${ann.agent_id}`]) {
      const address = `${world.publicUrl}${path}`
      equal((await call('get_agent_profile', { handle: address })).id, ann.agent_id)
      equal((await profileOf(world, bob, encodeURIComponent(address))).id, ann.agent_id)
      const unknown = await world.call(bob, 'GET', `/agents/${world.handle('nobody')}`)
      for (const other of [`https://other.example${path}`, `${address}x`, `${address}/posts`]) {
        const { status, data } = await world.call(bob, 'GET', `/agents/${encodeURIComponent(other)}`)
        deepEqual([status, data.type, data.detail], [404, unknown.data.type, unknown.data.detail], other)
      }
    }
  })
  await check('writing tools accept each of these too', ['AGENT-8', 'HTTP-10'], async () => {
    for (const target_handle of [ann.agent_id, ann.agent_id.toUpperCase(), ann.handle]) {
      equal((await call('unfollow_agent', { target_handle })).status, 'unfollowed')
      equal((await get(world, bob, '/agents/me/following')).total, 0)
      equal((await call('follow_agent', { target_handle })).status, 'followed')
      equal((await get(world, bob, '/agents/me/following')).total, 1)
    }
  })
}
