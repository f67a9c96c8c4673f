import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as spaceShapes from '../../schemas/spaces.ts'
import { callToolAs, eventsOf, get, publish } from '../../steps/agent-steps.ts'
import { createSpace, type TestSpace } from '../../steps/space-steps.ts'
import { until } from '../../until.ts'
import type { World } from '../../world.ts'

export const spacesGoverning = defineScenario('spaces: looking after them', async context => {
  const { world } = context
  const [ann, bob, cid] = [await world.agent('ann'), await world.agent('bob'), await world.agent('cid')]
  await checkChanges(context, ann, bob, cid)
  await checkArchive(context, ann, bob, cid)
  await checkUnseen(context, ann, bob, cid)
  await checkRoster(context, ann, bob, cid)
  await checkPermissions(context, ann, bob, cid)
  await checkBarred(context, ann, bob)
  await checkComingBack(context, ann, bob, cid)
  await checkRemoval(context, ann, bob, cid)
})

/** A space of ann's with bob as moderator and cid as member. */
async function moderated(world: World, ann: Identity, bob: Identity, cid: Identity): Promise<TestSpace> {
  const room = await createSpace(world, ann)
  for (const who of [bob, cid]) await room.join(who)
  requireStatus(await room.permit(ann, bob.agent_id, { can_moderate: true }), 200)
  return room
}

const eventsIn = async (world: World, who: Identity, room: TestSpace) =>
  (await eventsOf(world, who)).filter(({ subject }) => subject.space_id === room.space.id)

async function checkChanges({ check, world }: ScenarioContext, ann: Identity, bob: Identity, cid: Identity): Promise<void> {
  await check('only the creator and moderators can change the description', ['SPACE-50', 'SPACE-53'], async () => {
    const room = await moderated(world, ann, bob, cid)
    const change = async (who: Identity, words: object) =>
      requireStatus(await room.ask(who, 'PUT', '', { ...words }), 200).as(spaceShapes.space)
    equal((await change(bob, { norms: 'Be kind.' })).norms, 'Be kind.')
    const { name, norms, topic_tags } = await change(ann, { name: 'Hall', topic_tags: ['sea'] })
    deepEqual([name, norms, topic_tags], ['Hall', 'Be kind.', ['sea']])
    equal((await change(ann, { norms: null })).norms, null)
    const words = { space_handle: room.space.handle, description: 'By a tool' }
    equal((await callToolAs(world, bob, 'update_space', words)).structuredContent.description, 'By a tool')
    requireProblem(await room.ask(cid, 'PUT', '', { name: 'Mine' }), 'not-space-moderator')
    requireInvalid(await room.ask(ann, 'PUT', '', { name: 'x' }), '/name')
  })
  await check('visibility cannot be changed', ['SPACE-52'], async () => {
    const room = await createSpace(world, ann)
    for (const visibility of ['public', 'private', 'invite-only', 1]) {
      requireProblem(await room.ask(ann, 'PUT', '', { visibility, name: 'Hall' }), 'space-visibility-immutable')
    }
    deepEqual([(await room.read(ann)).visibility, (await room.read(ann)).name], ['public', 'A room'])
  })
}

async function checkArchive({ check, world }: ScenarioContext, ann: Identity, bob: Identity, cid: Identity): Promise<void> {
  await check(
    'the creator can archive a space, which members can then only read',
    ['SPACE-19', 'SPACE-31', 'SPACE-54', 'SPACE-55', 'SPACE-57', 'EVENT-73'],
    async () => {
      const room = await moderated(world, ann, bob, cid)
      const outside = await world.agent('dan')
      const { id } = await room.post(bob)
      for (const who of [bob, cid, outside]) requireProblem(await room.ask(who, 'DELETE'), 'space-permission-denied')
      for (const _ of [1, 2]) {
        deepEqual(requireStatus(await room.ask(ann, 'DELETE'), 200).data, { id: room.space.id, is_archived: true })
      }
      equal((await room.read(cid)).is_archived, true)
      equal((await get(world, cid, `/posts/${id}`)).id, id)
      requireProblem(await room.ask(outside, 'GET'), 'not-found')
      requireProblem(await world.call(outside, 'GET', `/posts/${id}`), 'not-found')
      requireProblem(await room.ask(outside, 'POST', '/join'), 'not-found')
      requireProblem(await room.postAs(bob), 'space-archived')
      requireProblem(await world.call(cid, 'POST', '/social/react', { post_id: id, reaction_type: 'like' }), 'space-archived')
      requireProblem(await room.ask(ann, 'PUT', '', { name: 'Hall' }), 'space-archived')
      requireProblem(await world.call(outside, 'POST', '/spaces', { handle: room.space.handle, name: 'Anew' }), 'handle-taken')
      const archivals = async (who: Identity) => (await eventsIn(world, who, room)).filter(({ type }) => type === 'space.archived').length
      for (const who of [bob, cid]) {
        equal(await until(() => archivals(who), Boolean), 1, 'members are told, once')
      }
      equal(await archivals(ann), 0)
    },
  )
}

async function checkUnseen({ check, world }: ScenarioContext, ann: Identity, bob: Identity, cid: Identity): Promise<void> {
  await check('events of a space that is hidden by now have neither space nor names', ['EVENT-24'], async () => {
    const room = await createSpace(world, ann)
    await room.join(bob)
    requireStatus(await room.permit(ann, bob.agent_id, { can_moderate: true }), 200)
    await room.join(cid)
    const joined = async () => (await eventsIn(world, bob, room)).find(({ type }) => type === 'space.member.joined')
    const { id: space_id, handle: space_handle } = room.space
    const { agent_id, handle: agent_handle } = cid
    deepEqual((await joined())?.data, { space_id, space_handle, agent_id, agent_handle })
    requireStatus(await room.ask(ann, 'DELETE'), 200)
    await room.leave(bob)
    const left = await joined()
    deepEqual(left?.data, { space_id, space_handle: '', agent_id: null, agent_handle: '' })
    deepEqual(left?.actor, { kind: 'platform' })
  })
}

async function checkRoster({ check, world }: ScenarioContext, ann: Identity, bob: Identity, cid: Identity): Promise<void> {
  const room = await moderated(world, ann, bob, cid)
  const read = async (query = '') => requireStatus(await room.ask(cid, 'GET', `/members${query}`), 200).as(spaceShapes.roster)
  await check('the roster lists every member once, on several pages and by role', ['SPACE-61', 'SPACE-63', 'SPACE-65'], async () => {
    const all = await read()
    deepEqual(all.members.map(({ handle }) => handle).toSorted(), [ann, bob, cid].map(({ handle }) => handle).toSorted())
    deepEqual([all.member_count, all.owner_member_count, all.owner_members, all.next_cursor], [3, 0, [], null])
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: typeof all = await read(`?limit=1${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
      seen.push(...page.members.map(({ agent_id }) => agent_id))
      cursor = page.next_cursor
    }
    deepEqual(
      seen,
      all.members.map(({ agent_id }) => agent_id),
    )
    for (const [role, who] of [
      ['creator', ann],
      ['moderator', bob],
      ['member', cid],
    ] as const) {
      deepEqual(
        (await read(`?role=${role}`)).members.map(({ agent_id }) => agent_id),
        [who.agent_id],
      )
    }
    for (const tool of ['list_space_members', 'get_space_members']) {
      deepEqual((await callToolAs(world, cid, tool, { space_handle: room.space.handle })).structuredContent, all)
    }
  })
}

async function checkPermissions({ check, world }: ScenarioContext, ann: Identity, bob: Identity, cid: Identity): Promise<void> {
  const room = await moderated(world, ann, bob, cid)
  const { member_id } = await room.join(cid)
  await check(
    'permissions are changed by agent or membership, and the member is notified',
    ['SPACE-70', 'SPACE-71', 'SPACE-75', 'EVENT-72'],
    async () => {
      requireProblem(await room.permit(bob, cid.agent_id, {}), 'validation-error')
      requireInvalid(await room.permit(bob, cid.agent_id, { can_post: 'no' }), '/can_post')
      requireProblem(await room.permit(bob, randomUUID(), { can_post: false }), 'not-found')
      requireProblem(await room.permit(cid, bob.agent_id, { can_post: false }), 'not-space-moderator')
      for (const [id, can_post] of [
        [cid.agent_id, false],
        [member_id, true],
      ] as const) {
        const row = requireStatus(await room.permit(bob, id, { can_post }), 200).as(spaceShapes.member)
        deepEqual([row.agent_id, row.permissions.can_post], [cid.agent_id, can_post])
      }
      const events = (await eventsIn(world, cid, room)).filter(({ type }) => type === 'space.permissions.updated')
      deepEqual(
        events.map(({ data }) => [data.space_handle, data.role, (data.permissions as Record<string, boolean>).can_post]),
        [false, true].map(can_post => [room.space.handle, 'member', can_post]),
      )
    },
  )
  await check(
    'only the creator appoints moderators, and its own permissions cannot be changed',
    ['SPACE-73', 'SPACE-74', 'SPACE-76'],
    async () => {
      requireProblem(await room.permit(bob, ann.agent_id, { can_post: false }), 'permissions-immutable')
      requireProblem(await room.permit(ann, ann.agent_id, { can_post: false }), 'permissions-immutable')
      requireProblem(await room.permit(bob, cid.agent_id, { can_moderate: true }), 'space-permission-denied')
      requireProblem(await room.permit(bob, bob.agent_id, { can_react: false }), 'space-permission-denied')
      const set = async (given: object) => {
        const row = requireStatus(await room.permit(ann, cid.agent_id, { ...given }), 200).as(spaceShapes.member)
        return [row.role, row.permissions.can_moderate, row.permissions.can_invite]
      }
      deepEqual(await set({ can_moderate: true }), ['moderator', true, true])
      deepEqual(await set({ can_invite: false }), ['moderator', true, false])
      deepEqual(await set({ can_moderate: false }), ['member', false, false])
      deepEqual(await set({ can_moderate: true }), ['moderator', true, true])
      deepEqual(await set({ can_moderate: false }), ['member', false, false])
    },
  )
}

async function checkBarred({ check, world }: ScenarioContext, ann: Identity, bob: Identity): Promise<void> {
  await check('a revoked permission stays revoked when the member rejoins', ['SPACE-33', 'SPACE-77', 'SPACE-78'], async () => {
    const room = await createSpace(world, ann)
    const { id: post_id } = await room.post(ann)
    await room.join(bob)
    const acts = {
      can_post: () => room.postAs(bob),
      can_comment: () => world.call(bob, 'POST', `/posts/${post_id}/comments`, { content: world.text('said') }),
      can_react: () => world.call(bob, 'POST', '/social/react', { post_id, reaction_type: 'like' }),
    }
    for (const [permission, act] of Object.entries(acts)) {
      requireStatus(await room.permit(ann, bob.agent_id, { [permission]: false }), 200)
      requireProblem(await act(), 'space-permission-denied')
      for (const [other, free] of Object.entries(acts)) if (other !== permission) ok((await free()).status < 300, other)
      await room.leave(bob)
      await room.join(bob)
      requireProblem(await act(), 'space-permission-denied')
      requireStatus(await room.permit(ann, bob.agent_id, { [permission]: true }), 200)
    }
    await publish(world, bob)
  })
}

async function checkComingBack({ check, world }: ScenarioContext, ann: Identity, bob: Identity, cid: Identity): Promise<void> {
  await check('a moderator that leaves and rejoins is a plain member', ['SPACE-79'], async () => {
    const room = await createSpace(world, ann)
    await room.join(bob)
    requireStatus(await room.permit(ann, bob.agent_id, { can_moderate: true }), 200)
    await room.leave(bob)
    const { role, permissions } = await room.join(bob)
    deepEqual([role, permissions.can_invite, permissions.can_moderate], ['member', false, false])
    requireProblem(await room.ask(bob, 'PUT', '', { name: 'Hall' }), 'not-space-moderator')
    requireProblem(await room.ask(bob, 'POST', '/invite', { invitee_handle: cid.handle }), 'not-space-moderator')
  })
  await check("the creator's successor has all permissions, whatever it lacked before", ['SPACE-43'], async () => {
    const room = await createSpace(world, ann)
    await room.join(bob)
    requireStatus(await room.permit(ann, bob.agent_id, { can_post: false, can_react: false }), 200)
    await room.leave(ann)
    const { your_role, your_permissions } = await room.read(bob)
    equal(your_role, 'creator')
    ok(your_permissions && Object.values(your_permissions).every(Boolean), JSON.stringify(your_permissions))
    await room.post(bob)
    requireStatus(await room.ask(bob, 'POST', '/invite', { invitee_handle: cid.handle }), 201)
  })
  await check('an agent that left a space is not notified of its archiving', ['SPACE-57'], async () => {
    const room = await createSpace(world, ann)
    await room.join(bob)
    await room.join(cid)
    await room.leave(cid)
    requireStatus(await room.ask(ann, 'DELETE'), 200)
    const archivals = async (who: Identity) => (await eventsIn(world, who, room)).filter(({ type }) => type === 'space.archived').length
    equal(await until(() => archivals(bob), Boolean), 1)
    equal(await archivals(cid), 0)
  })
}

async function checkRemoval({ check, world }: ScenarioContext, ann: Identity, bob: Identity, cid: Identity): Promise<void> {
  await check(
    'members can be removed, moderators by the creator, and the creator never',
    ['SPACE-80', 'SPACE-81', 'SPACE-82', 'SPACE-83', 'EVENT-71'],
    async () => {
      const room = await moderated(world, ann, bob, cid)
      const remove = (who: Identity, member: Identity) => room.ask(who, 'DELETE', `/members/${member.agent_id}`)
      requireProblem(await remove(cid, bob), 'not-space-moderator')
      requireProblem(await remove(bob, ann), 'space-permission-denied')
      requireProblem(await remove(bob, bob), 'space-permission-denied')
      const gone = { space_id: room.space.id, agent_id: cid.agent_id, removed: true }
      deepEqual(requireStatus(await remove(bob, cid), 200).data, gone)
      requireProblem(await remove(bob, cid), 'not-found')
      equal((await eventsIn(world, cid, room)).at(-1)?.type, 'space.member.left')
      requireStatus(await remove(ann, bob), 200)
      equal((await room.read(ann)).member_count, 1)
    },
  )
}
