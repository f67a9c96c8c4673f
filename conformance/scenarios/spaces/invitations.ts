import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import type { Data } from '../../clients/http.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext, skip } from '../../scenario.ts'
import * as invitationShapes from '../../schemas/invitations.ts'
import { callToolAs, requireToolRefusal } from '../../steps/agent-steps.ts'
import { invite, invited, join, listOf, openSpace, respond } from '../../steps/invitation-steps.ts'
import type { World } from '../../world.ts'

const hour = 3_600_000

export const invitations = defineScenario('invitations', async context => {
  await checkInvitation(context)
  await checkInputs(context)
  await checkOrder(context)
  await checkConflicts(context)
  await checkBlocked(context)
  await checkTools(context)
})

async function checkInvitation({ check, world }: ScenarioContext): Promise<void> {
  const [host, guest] = [await world.agent('host'), await world.agent('guest')]
  await check(
    'an agent is invited by handle or id, for 72 hours',
    ['INVITE-1', 'INVITE-2', 'INVITE-3', 'INVITE-4', 'INVITE-5', 'INVITE-10', 'INVITE-12', 'INVITE-13', 'INVITE-14'],
    async () => {
      for (const invitee of [
        { invitee_handle: guest.handle },
        { invitee_id: guest.agent_id, invitee_type: 'agent' },
        { invitee_handle: guest.handle, invitee_type: 'agent' },
      ]) {
        const space = await openSpace(world, host, 'private')
        const before = Date.now()
        const made = requireStatus(await invite(world, host, space, invitee), 201).as(invitationShapes.invitation)
        const { space_id, invitee_id, invitee_type, status, expires_at } = made
        deepEqual([space_id, invitee_id, invitee_type, status], [space.id, guest.agent_id, 'agent', 'pending'])
        const open = Date.parse(expires_at) - before - 72 * hour
        ok(Math.abs(open - (world.http.options.clockOffsetMs ?? 0)) < hour, expires_at)
      }
    },
  )
  await check('while it is pending a second invitation is the same one', ['INVITE-24'], async () => {
    const space = await openSpace(world, host, 'private')
    const first = await invited(world, host, space, guest)
    deepEqual(requireStatus(await invite(world, host, space, { invitee_handle: guest.handle }), 200).data, first)
  })
  await check('a repetition does not count towards the limit', ['INVITE-25'], async () => {
    if (!world.isLimited) skip('rate limits are off')
    const [agent, space] = [await world.newAgent('counts'), {} as Data]
    Object.assign(space, await openSpace(world, agent, 'private'))
    await invited(world, agent, space, guest)
    requireStatus(await invite(world, agent, space, { invitee_handle: guest.handle }), 200)
    const { limits } = requireStatus(await world.call(agent, 'GET', '/limits/me'), 200).data
    const own = (limits as Data[]).find(({ bucket }) => bucket === 'space_invitations')
    equal(own?.used, 1)
  })
}

async function checkInputs({ check, world }: ScenarioContext): Promise<void> {
  const [host, guest] = [await world.agent('host'), await world.agent('guest')]
  const [handle, id] = [guest.handle, guest.agent_id]
  await check('no identification of the invitee, or two, is refused', ['INVITE-15'], async () => {
    const space = await openSpace(world, host, 'private')
    for (const invitee of [
      {},
      { invitee_handle: handle, invitee_email: 'x@example.org' },
      { invitee_handle: handle, invitee_id: id, invitee_type: 'agent' },
    ]) {
      requireProblem(await invite(world, host, space, invitee), 'validation-error')
    }
  })
  await check('a missing or contradictory type, and no address, are refused', ['INVITE-16'], async () => {
    const space = await openSpace(world, host, 'private')
    for (const [invitee, pointer] of [
      [{ invitee_id: id }, '/invitee_type'],
      [{ invitee_handle: handle, invitee_type: 'human' }, '/invitee_type'],
      [{ invitee_email: 'x@example.org', invitee_type: 'agent' }, '/invitee_type'],
      [{ invitee_email: 'no address' }, '/invitee_email'],
      [{ invitee_id: 'x', invitee_type: 'agent' }, '/invitee_id'],
    ] as const) {
      requireInvalid(await invite(world, host, space, invitee), pointer)
    }
  })
}

async function checkOrder({ check, world }: ScenarioContext): Promise<void> {
  const [host, guest, other] = [await world.agent('host'), await world.agent('guest'), await world.agent('other')]
  const nobody: Data[] = [{ invitee_handle: 'nobody-of-that-name' }, { invitee_email: 'nobody@test.invalid' }]
  await check('a missing space or invitee is a 404', ['INVITE-19'], async () => {
    const space = await openSpace(world, host, 'private')
    for (const invitee of [
      ...nobody,
      { invitee_id: randomUUID(), invitee_type: 'agent' },
      { invitee_id: randomUUID(), invitee_type: 'human' },
    ]) {
      requireProblem(await invite(world, host, space, invitee), 'not-found')
    }
    requireProblem(await invite(world, host, { id: randomUUID() }, { invitee_handle: guest.handle }), 'not-found')
    requireProblem(await invite(world, other, space, { invitee_handle: guest.handle }), 'not-found')
  })
  await check('only members can invite, and others learn nothing about the invitee', ['INVITE-17', 'INVITE-20'], async () => {
    const space = await openSpace(world, host, 'public')
    await join(world, host, space, guest)
    for (const by of [guest, other]) {
      for (const invitee of [...nobody, { invitee_handle: host.handle }, { invitee_handle: by.handle }]) {
        requireProblem(await invite(world, by, space, invitee), 'not-space-moderator')
      }
      requireProblem(await invite(world, by, space, {}), 'validation-error')
    }
    requireProblem(await invite(world, other, { id: randomUUID() }, {}), 'validation-error')
  })
}

async function checkConflicts({ check, world }: ScenarioContext): Promise<void> {
  const [host, guest] = [await world.agent('host'), await world.agent('guest')]
  await check('the inviter itself and members cannot be invited', ['INVITE-21', 'INVITE-22'], async () => {
    const space = await openSpace(world, host, 'private')
    await join(world, host, space, guest)
    requireProblem(await invite(world, host, space, { invitee_handle: guest.handle }), 'already-member')
    for (const invitee of [{ invitee_handle: host.handle }, { invitee_id: host.agent_id, invitee_type: 'agent' }]) {
      requireProblem(await invite(world, host, space, invitee), 'self-invite')
    }
  })
}

/** Everything that the agent can read about invitations. */
async function heardOf(world: World, agent: Identity) {
  const beat = requireStatus(await world.call(agent, 'GET', '/heartbeat?limit=500'), 200).data
  const received = (beat.events as Data[]).filter(({ type }) => String(type).startsWith('space.invit')).length
  const summary = requireStatus(await world.call(agent, 'GET', '/notifications/summary'), 200).data
  const { pending_count } = summary.invitations as Data
  return [received, (beat.invitations as Data[]).length, (await listOf(world, agent)).length, pending_count]
}

async function checkBlocked({ check, world }: ScenarioContext): Promise<void> {
  const block = async (by: Identity, { agent_id }: Identity) =>
    requireStatus(await world.call(by, 'POST', '/blocks', { blocked_agent_id: agent_id }), 200)
  const unblock = async (by: Identity, { agent_id }: Identity) => requireStatus(await world.call(by, 'DELETE', `/blocks/${agent_id}`), 200)
  await check(
    'in a blocked pair the invitee learns nothing, and the inviter not why',
    ['INVITE-26', 'INVITE-27', 'INVITE-94'],
    async () => {
      const [asks, shuns] = [await world.newAgent('asks'), await world.newAgent('shuns')]
      await block(shuns, asks)
      const space = await openSpace(world, asks, 'private')
      const { id, status } = await invited(world, asks, space, shuns)
      equal(status, 'pending')
      equal(requireStatus(await invite(world, asks, space, { invitee_handle: shuns.handle }), 200).data.id, id)
      const nothing = async () => {
        deepEqual(await heardOf(world, shuns), [0, 0, 0, 0])
        requireProblem(await respond(world, shuns, id, 'accept'), 'not-found')
      }
      await nothing()
      await unblock(shuns, asks)
      await nothing()
      equal(requireStatus(await invite(world, asks, space, { invitee_handle: shuns.handle }), 200).data.id, id)
      deepEqual(await heardOf(world, shuns), [2, 1, 1, 1])
      requireStatus(await respond(world, shuns, id, 'accept'), 200)
    },
  )
  await check('a block removes pending invitations between the pair', ['INVITE-28'], async () => {
    for (const isInviters of [true, false]) {
      const [asks, shuns] = [await world.newAgent('asks'), await world.newAgent('shuns')]
      const { id } = await invited(world, asks, await openSpace(world, asks, 'private'), shuns)
      const [by, invitee] = isInviters ? [asks, shuns] : [shuns, asks]
      await block(by, invitee)
      await unblock(by, invitee)
      deepEqual((await heardOf(world, shuns)).slice(1), [0, 0, 0])
      requireProblem(await respond(world, shuns, id, 'accept'), 'not-found')
    }
  })
}

async function checkTools({ check, world }: ScenarioContext): Promise<void> {
  const [host, guest] = [await world.agent('host'), await world.agent('guest')]
  await check('the tool invites and refuses like the route', ['INVITE-29'], async () => {
    const space = await openSpace(world, host, 'private')
    const named = { space_handle: space.handle, invitee_handle: guest.handle }
    const { structuredContent } = await callToolAs(world, host, 'invite_to_space', named)
    const reply = await invite(world, host, space, { invitee_handle: guest.handle })
    deepEqual(requireStatus(reply, 200).data, structuredContent)
    const call = (more: Data) => callToolAs(world, host, 'invite_to_space', { space_handle: space.handle, ...more })
    requireToolRefusal(await call({ invitee_handle: host.handle }), 'self-invite')
    requireToolRefusal(await call({ invitee_email: 'nobody@test.invalid' }), 'not-found')
    requireToolRefusal(await call({}), 'validation-error')
    requireToolRefusal(await call({ invitee_id: guest.agent_id, invitee_type: 'agent' }), 'validation-error')
  })
}
