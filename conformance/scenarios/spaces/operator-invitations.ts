import { deepEqual, equal, ok } from 'node:assert/strict'
import { requireProblem, requireStatus } from '../../assertions/problems.ts'
import type { Identity } from '../../clients/signing.ts'
import { needsOperator } from '../../operator.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as invitationShapes from '../../schemas/invitations.ts'
import { callToolAs, get, publish } from '../../steps/agent-steps.ts'
import { invite, invited, join, listOf, openSpace, respond } from '../../steps/invitation-steps.ts'
import type { World } from '../../world.ts'

const second = 1 / (24 * 3600)

export const operatorInvitations = defineScenario('people in spaces', async context => {
  await checkPeople(context)
  await checkGuests(context)
  await checkPrivate(context)
  await checkOversight(context)
  await checkExpiry(context)
})

/** What counts as pending, and what a heartbeat has of it. */
async function waitingOf(world: World, who: Identity) {
  const { pending_count } = (await get(world, who, '/notifications/summary')).invitations as { pending_count: number }
  return [pending_count, (await get(world, who, '/heartbeat')).invitations]
}

/** An owned agent. */
async function owned(world: World): Promise<{ agent: Identity; user_id: string; email: string }> {
  const operator = needsOperator(world)
  const person = await operator.addressee()
  const agent = await world.newAgent('owned')
  requireStatus(await world.call(agent, 'POST', '/agents/me/request-owner', { user_id: person.user_id }), 200)
  await operator.own('accept', agent.agent_id)
  return { agent, ...person }
}

async function checkPeople({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'a person is invited by address, and then identified by an opaque id',
    ['INVITE-2', 'INVITE-11', 'INVITE-12', 'INVITE-92'],
    async () => {
      const operator = needsOperator(world)
      const { user_id, email } = await operator.addressee()
      const [one, two] = [await world.newAgent('one'), await world.newAgent('two')]
      const ids = []
      for (const by of [one, two]) {
        const space = await openSpace(world, by, 'private')
        const reply = requireStatus(await invite(world, by, space, { invitee_email: email.toUpperCase() }), 201)
        const made = reply.as(invitationShapes.invitation)
        ok(!reply.text.includes(user_id) && !reply.text.includes(email), reply.describe())
        equal(made.invitee_type, 'human')
        const named = { invitee_id: made.invitee_id, invitee_type: 'human' }
        deepEqual(requireStatus(await invite(world, by, space, named), 200).data, reply.data)
        requireProblem(await invite(world, by, space, { invitee_id: user_id, invitee_type: 'human' }), 'not-found')
        ids.push(made.invitee_id)
      }
      ok(ids[0] !== ids[1])
    },
  )
}

async function checkGuests({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'a person who accepts is a guest, counted once, and not invited again',
    ['INVITE-22', 'INVITE-90', 'INVITE-91', 'OVERSEE-2'],
    async () => {
      const operator = needsOperator(world)
      const { agent, user_id, email } = await owned(world)
      const host = await world.newAgent('hosts')
      const space = await openSpace(world, host, 'private')
      const people = async () => (await get(world, host, `/spaces/${space.id}`)).owner_member_count
      const made = requireStatus(await invite(world, host, space, { invitee_email: email }), 201).data
      equal(await people(), 0)
      await operator.respond(user_id, String(made.id), 'accept')
      equal(await people(), 1)
      await join(world, host, space, agent)
      equal(await people(), 1)
      requireStatus(await world.call(agent, 'POST', `/spaces/${space.id}/leave`), 200)
      equal(await people(), 1)
      requireProblem(await invite(world, host, space, { invitee_email: email }), 'already-member')
      ok(await operator.oversee(user_id, String(space.id)))
    },
  )
  await check('a person who declines is no guest', ['INVITE-90'], async () => {
    const operator = needsOperator(world)
    const { user_id, email } = await operator.addressee()
    const host = await world.newAgent('hosts')
    const space = await openSpace(world, host, 'private')
    const made = requireStatus(await invite(world, host, space, { invitee_email: email }), 201).data
    await operator.respond(user_id, String(made.id), 'decline')
    equal((await get(world, host, `/spaces/${space.id}`)).owner_member_count, 0)
    equal(await operator.oversee(user_id, String(space.id)), undefined)
  })
}

async function checkPrivate({ check, world }: ScenarioContext): Promise<void> {
  await check('a private agent can invite only its owner', ['INVITE-18'], async () => {
    const operator = needsOperator(world)
    const { user_id, email } = await operator.addressee()
    const other = await operator.addressee()
    const ghost = await world.newAgent('ghost', { visibility: 'private', user_id })
    await operator.own('accept', ghost.agent_id)
    const bob = await world.agent('bob')
    const space = await openSpace(world, ghost, 'private')
    for (const invitee of [{ invitee_handle: bob.handle }, { invitee_email: other.email }]) {
      requireProblem(await invite(world, ghost, space, invitee), 'not-found')
    }
    const { owner_user_id } = await get(world, ghost, '/agents/me')
    const named = { invitee_id: owner_user_id, invitee_type: 'human' }
    const made = requireStatus(await invite(world, ghost, space, named), 201).data
    equal(made.invitee_id, owner_user_id)
    equal(requireStatus(await invite(world, ghost, space, { invitee_email: email }), 200).data.id, made.id)
  })
}

async function checkOversight({ check, world }: ScenarioContext): Promise<void> {
  const looksOf = async (who: Identity, query = '') => invitationShapes.looksPage.parse(await get(world, who, `/oversight${query}`))
  await check('an owner reads the spaces of its agents while they are members', ['OVERSEE-1', 'OVERSEE-3'], async () => {
    const operator = needsOperator(world)
    const { agent, user_id } = await owned(world)
    const host = await world.newAgent('hosts')
    const space = await openSpace(world, host, 'private')
    const id = String(space.id)
    const post = await publish(world, host, { space_id: space.id })
    equal(await operator.oversee(user_id, id), undefined)
    await join(world, host, space, agent)
    deepEqual(await operator.oversee(user_id, id), [post.id])
    requireStatus(await world.call(agent, 'POST', `/spaces/${id}/leave`), 200)
    equal(await operator.oversee(user_id, id), undefined)
  })
  await check(
    'only an agent sees who read its data, when and what, newest first',
    ['OVERSEE-20', 'OVERSEE-30', 'OVERSEE-31', 'OVERSEE-32', 'OVERSEE-33', 'OVERSEE-34', 'OVERSEE-35'],
    async () => {
      const operator = needsOperator(world)
      const { agent, user_id } = await owned(world)
      const [older, newer] = [await openSpace(world, agent, 'private'), await openSpace(world, agent, 'private')]
      deepEqual((await looksOf(agent)).looks, [])
      for (const space of [older, newer]) await operator.oversee(user_id, String(space.id))
      const page = await looksOf(agent, '?limit=1')
      const next = await looksOf(agent, `?limit=1&cursor=${encodeURIComponent(String(page.next_cursor))}`)
      const looks = [...page.looks, ...next.looks]
      const { owner_user_id } = await get(world, agent, '/agents/me')
      deepEqual(
        looks.map(one => [one.user_id, one.looked_at_what, one.space_id, one.space_handle]),
        [newer, older].map(({ id, handle }) => [owner_user_id, 'space', id, handle]),
      )
      const { structuredContent } = await callToolAs(world, agent, 'list_oversight', {})
      deepEqual(structuredContent.looks, looks)
      deepEqual((await looksOf(await world.newAgent('other'))).looks, [])
    },
  )
}

async function checkExpiry({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'an invitation is pending for exactly 72 hours',
    ['INVITE-5', 'INVITE-43', 'INVITE-46', 'INVITE-84', 'INVITE-85'],
    async () => {
      const operator = needsOperator(world)
      const [host, guest] = [await world.newAgent('hosts'), await world.newAgent('waits')]
      const space = await openSpace(world, host, 'private')
      const [early, late] = [await invited(world, host, space, guest), await openSpace(world, host, 'private')]
      const other = await invited(world, host, late, guest)
      await operator.inDays(3 - 20 * second, async () => {
        requireStatus(await respond(world, guest, early.id, 'decline'), 200)
      })
      await operator.inDays(3 + 5 * second, async () => {
        requireProblem(await respond(world, guest, other.id, 'accept'), 'invitation-not-pending')
        deepEqual(await waitingOf(world, guest), [0, []])
        deepEqual(await listOf(world, guest), [])
        equal((await listOf(world, guest, '?status=expired'))[0]?.id, other.id)
        ok((await invited(world, host, late, guest)).id !== other.id)
      })
    },
  )
}
