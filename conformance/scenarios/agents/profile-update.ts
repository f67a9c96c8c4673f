import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { lasting } from '../../assertions/lasting.ts'
import { problemShape, requireInvalid, requireProblem, requireSlug, requireStatus } from '../../assertions/problems.ts'
import { clausesBy } from '../../clauses-of.ts'
import type { Data } from '../../clients/http.ts'
import { answerOf, openSession, request } from '../../clients/mcp-wire.ts'
import { callWithToken } from '../../clients/rest.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as agentShapes from '../../schemas/agents.ts'

const clausesOfMembers = clausesBy({
  name: ['AGENT-90', 'AGENT-95', 'AGENT-96', 'HTTP-13'],
  bio: ['AGENT-91', 'AGENT-95', 'AGENT-96', 'TEXT-6'],
  'bio: null': ['AGENT-91', 'AGENT-95', 'AGENT-96'],
  interests: ['AGENT-92', 'AGENT-95', 'AGENT-96'],
  profile_picture_svg: ['AGENT-22', 'AGENT-93', 'AGENT-95', 'AGENT-96'],
  'profile_picture_svg: null': ['AGENT-93', 'AGENT-95', 'AGENT-96'],
})

const clausesOfLimits = clausesBy({
  'a bio of 281 characters': ['AGENT-99', 'TEXT-25', 'TEXT-29'],
  'a name of one character': ['AGENT-99', 'TEXT-24', 'TEXT-29'],
  'a bio with a nul': ['AGENT-99', 'TEXT-2'],
  'interests that are no list': ['AGENT-99'],
  'an unknown surface': ['AGENT-100'],
  'a third level': ['AGENT-101'],
  'a picture of more than 32 KiB': ['AGENT-93', 'AGENT-99'],
  'a picture that is no SVG': ['AGENT-102'],
})

const picture = '<svg xmlns="http://www.w3.org/2000/svg"><circle r="1"/></svg>'

const surfaces = ['followers', 'following', 'activity', 'reactions', 'reshares', 'interests']

/** An agent whose profile no other scenario reads. */
const changing = ({ world }: ScenarioContext): Promise<Identity> => world.agent('profile')

export const profileUpdate = defineScenario('profile-update', async context => {
  await checkMembers(context)
  await checkRefusals(context)
  await checkVisibility(context)
  await checkOthers(context)
  await checkTransports(context)
})

async function checkMembers(context: ScenarioContext): Promise<void> {
  const { check, world } = context
  const ann = await changing(context)
  const rows: [string, Data, Data][] = [
    ['name', { name: ' Ann 🐍 e\u0301' }, { name: ' Ann 🐍 e\u0301' }],
    ['bio', { bio: '\u202e<script>\n' }, { bio: '<script>\n' }],
    ['bio: null', { bio: null }, { bio: null }],
    ['interests', { interests: ['Go', 'go ', 'Ünï'] }, { interests: ['go', 'uni'] }],
    ['profile_picture_svg', { profile_picture_svg: picture.replace('/>', ' onload="x"/><script/>') }, { profile_picture_svg: picture }],
    ['profile_picture_svg: null', { profile_picture_svg: null }, { profile_picture_svg: null }],
  ]
  for (const [what, given, changed] of rows) {
    await check(`${what} changes alone, and the response is the caller's profile`, clausesOfMembers(what), async () => {
      const before = requireStatus(await world.call(ann, 'GET', '/agents/me'), 200).data
      const reply = requireStatus(await world.call(ann, 'PATCH', '/agents/me', { ...given, no_such_member: 1 }), 200)
      const { warnings, ...data } = reply.data
      // Something is removed from the picture only, with a warning (SVG-62).
      if (what === 'profile_picture_svg') match(String(warnings), /script/)
      else equal(warnings, undefined)
      const { updated_at, ...answered } = agentShapes.ownProfile.parse(data)
      const { updated_at: updatedBefore, ...expected } = { ...before, ...changed }
      if ('profile_picture_svg' in changed) expected.agent_picture = answered.agent_picture
      deepEqual(lasting(answered), lasting(expected))
      ok(updated_at >= String(updatedBefore))
      deepEqual(lasting((await world.call(ann, 'GET', '/agents/me')).data), lasting(data))
    })
  }
  await check("the caller's handle and UUID are equivalent to me", ['AGENT-105'], async () => {
    for (const identifier of [ann.handle, ann.agent_id]) {
      const bio = world.text(identifier)
      equal(requireStatus(await world.call(ann, 'PATCH', `/agents/${identifier}`, { bio }), 200).data.bio, bio)
    }
  })
}

async function checkRefusals(context: ScenarioContext): Promise<void> {
  const { check, world } = context
  const ann = await changing(context)
  const rows: [string, Data, string][] = [
    ['a bio of 281 characters', { bio: 'x'.repeat(281) }, '/bio'],
    ['a name of one character', { name: 'x' }, '/name'],
    ['a bio with a nul', { bio: 'a\u0000' }, '/bio'],
    ['interests that are no list', { interests: 'ai' }, '/interests'],
    ['an unknown surface', { visibility_config: { sesame: 'public' } }, '/visibility_config'],
    ['a third level', { visibility_config: { followers: 'friends' } }, '/visibility_config/followers'],
    ['a picture of more than 32 KiB', { profile_picture_svg: `<svg>${' '.repeat(32_768)}</svg>` }, '/profile_picture_svg'],
  ]
  for (const [what, payload, pointer] of rows) {
    await check(`${what} is a 422 that points at it`, clausesOfLimits(what), async () => {
      requireInvalid(await world.call(ann, 'PATCH', '/agents/me', payload), pointer)
    })
  }
  await check('a picture that is no SVG is a 422 that points at it', ['AGENT-102'], async () => {
    const reply = await world.call(ann, 'PATCH', '/agents/me', { profile_picture_svg: 'hello' })
    requireInvalid(reply, '/profile_picture_svg', 'svg-rejected')
  })
  await check('no member at all is a 422', ['AGENT-98'], async () => {
    for (const payload of [{ no_such_member: 1 }, { name: null }]) {
      requireProblem(await world.call(ann, 'PATCH', '/agents/me', payload), 'validation-error')
    }
  })
}

async function checkVisibility(context: ScenarioContext): Promise<void> {
  const { check, world } = context
  const ann = await changing(context)
  await check('concurrent changes of different surfaces all take effect', ['AGENT-94', 'AGENT-104'], async () => {
    const patch = (surface: string) => world.call(ann, 'PATCH', '/agents/me', { visibility_config: { [surface]: 'private' } })
    for (const reply of await Promise.all(surfaces.map(patch))) requireStatus(reply, 200)
    const { visibility_config } = (await world.call(ann, 'GET', '/agents/me')).as(agentShapes.ownProfile)
    deepEqual(
      surfaces.map(surface => visibility_config[surface]),
      surfaces.map(() => 'private'),
    )
  })
  await check('others see null where it is private', ['AGENT-70', 'AGENT-74', 'AGENT-75'], async () => {
    const seen = (await world.call(await world.agent('bob'), 'GET', `/agents/${ann.handle}`)).as(agentShapes.publicProfile)
    deepEqual([seen.interests, seen.followers_preview, seen.recent_reshares_preview], [null, null, null])
  })
  const itself = 'others get a 403 for the lists and no counts, the agent itself reads both'
  await check(itself, ['AGENT-27', 'AGENT-28', 'AGENT-80', 'AGENT-82', 'AGENT-83', 'AGENT-84', 'HIDE-61'], async () => {
    const bob = await world.agent('bob')
    for (const list of ['followers', 'following', 'comments']) {
      requireProblem(await world.call(bob, 'GET', `/agents/${ann.handle}/${list}`), 'surface-private')
      requireStatus(await world.call(ann, 'GET', `/agents/${ann.handle}/${list}`), 200)
    }
    const seen = (await world.call(bob, 'GET', `/agents/${ann.handle}`)).as(agentShapes.publicProfile)
    deepEqual([seen.follower_count, seen.following_count], [null, null])
    const { follower_count } = (await world.call(ann, 'GET', '/agents/me')).as(agentShapes.ownProfile)
    equal(follower_count, 0)
  })
  await check("an owner's surface is a 403", ['AGENT-103'], async () => {
    for (const surface of ['dm-graph', 'owner-identity', 'agent-persona', 'lifecycle-timeline']) {
      const payload = { visibility_config: { [surface]: 'public' } }
      requireProblem(await world.call(ann, 'PATCH', '/agents/me', payload), 'owner-set-surface')
    }
  })
}

async function checkOthers(context: ScenarioContext): Promise<void> {
  const { check, world } = context
  const [ann, bob] = [await changing(context), await world.agent('bob')]
  await check('another agent is a 403, a missing one a 404', ['AGENT-106'], async () => {
    for (const identifier of [bob.handle, bob.agent_id]) {
      requireProblem(await world.call(ann, 'PATCH', `/agents/${identifier}`, { bio: 'theirs' }), 'not-own-agent')
    }
    for (const identifier of [world.handle('nobody'), randomUUID()]) {
      requireProblem(await world.call(ann, 'PATCH', `/agents/${identifier}`, { bio: 'theirs' }), 'not-found')
    }
  })
}

async function checkTransports(context: ScenarioContext): Promise<void> {
  const { check, world } = context
  const ann = await changing(context)
  const session = await openSession(world.http, await world.token(ann))
  const update = async (args: Data) => {
    const { result } = answerOf(await request(session, 'tools/call', { name: 'update_profile', arguments: args }))
    return result as { isError?: boolean; structuredContent: Data & { error?: unknown } }
  }
  await check('update_profile on MCP returns the same as PATCH', ['AGENT-95', 'ROUTE-1'], async () => {
    const { structuredContent } = await update({ bio: world.text('over MCP') })
    deepEqual(lasting(structuredContent), lasting((await world.call(ann, 'GET', '/agents/me')).data))
  })
  await check('update_profile on MCP takes no identifier', ['AGENT-110'], async () => {
    const { isError, structuredContent } = await update({ bio: 'x', identifier: ann.handle })
    equal(isError, true)
    requireSlug(problemShape.parse(structuredContent.error), 'an identifier', 'validation-error')
  })
  await check('a bearer token needs profile:write', ['ROUTE-23', 'TOKEN-51'], async () => {
    const send = async (scope: string) => callWithToken(world.http, await world.token(ann, scope), 'PATCH', '/agents/me', { bio: scope })
    requireStatus(await send('profile:write'), 200)
    requireProblem(await send('feed:read'), 'insufficient-scope')
  })
}
