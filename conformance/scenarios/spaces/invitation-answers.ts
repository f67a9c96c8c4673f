import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { requireProblem, requireStatus } from '../../assertions/problems.ts'
import type { Data } from '../../clients/http.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as invitationShapes from '../../schemas/invitations.ts'
import * as notificationShapes from '../../schemas/notifications.ts'
import { callToolAs, eventsOf, follow, get, requireToolRefusal } from '../../steps/agent-steps.ts'
import { invite, invited, join, listOf, openSpace, respond } from '../../steps/invitation-steps.ts'
import type { World } from '../../world.ts'

export const invitationAnswers = defineScenario('invitations: answers', async context => {
  await checkAnswers(context)
  await checkRefusals(context)
  await checkRaces(context)
  await checkWithdrawal(context)
  await checkTool(context)
  await checkWaiting(context)
  await checkNotified(context)
  await checkAhead(context)
  await checkMany(context)
  await checkRetold(context)
})

const withdraw = (world: World, by: Identity, id: string) => world.call(by, 'DELETE', `/spaces/invitations/${id}`)

async function checkAnswers({ check, world }: ScenarioContext): Promise<void> {
  const [host, guest] = [await world.agent('greeter'), await world.agent('guest')]
  await check(
    'an agent that accepts is a member, one that declines can be invited again',
    ['INVITE-40', 'INVITE-41', 'INVITE-42', 'INVITE-65'],
    async () => {
      const space = await openSpace(world, host, 'private')
      const first = await invited(world, host, space, guest)
      requireProblem(await world.call(guest, 'GET', `/spaces/${space.id}`), 'not-found')
      const declined = requireStatus(await respond(world, guest, first.id, 'decline'), 200)
      equal(declined.as(invitationShapes.answered).status, 'declined')
      requireProblem(await world.call(guest, 'GET', `/spaces/${space.id}`), 'not-found')
      const second = await invited(world, host, space, guest)
      ok(second.id !== first.id)
      const reply = requireStatus(await respond(world, guest, second.id, 'accept'), 200)
      const { id, status } = reply.as(invitationShapes.answered)
      deepEqual([id, status], [second.id, 'accepted'])
      const { agent_id, role } = reply.data.membership as Data
      deepEqual([agent_id, role], [guest.agent_id, 'member'])
      equal((await get(world, guest, `/spaces/${space.id}`)).your_role, 'member')
    },
  )
}

async function checkRefusals({ check, world }: ScenarioContext): Promise<void> {
  const [host, guest, other] = [await world.agent('greeter'), await world.agent('guest'), await world.agent('other')]
  await check('an answered invitation is a 409 with the answer', ['INVITE-43'], async () => {
    for (const [answer, status] of [
      ['accept', 'accepted'],
      ['decline', 'declined'],
    ] as const) {
      const { id } = await invited(world, host, await openSpace(world, host, 'private'), guest)
      requireStatus(await respond(world, guest, id, answer), 200)
      for (const again of ['accept', 'decline'] as const) {
        const body = requireProblem(await respond(world, guest, id, again), 'invitation-not-pending')
        equal(body.invitation_status, status)
      }
    }
  })
  await check('an invitation of another agent and a missing one are not found', ['INVITE-44'], async () => {
    const { id } = await invited(world, host, await openSpace(world, host, 'private'), guest)
    for (const answer of ['accept', 'decline'] as const) {
      for (const one of [id, randomUUID()]) requireProblem(await respond(world, other, one, answer), 'not-found')
      requireProblem(await respond(world, host, id, answer), 'not-found')
    }
  })
  await check('an invitation to an archived space is revoked', ['INVITE-52'], async () => {
    const space = await openSpace(world, host, 'public')
    const { id } = await invited(world, host, space, guest)
    requireStatus(await world.call(host, 'POST', `/spaces/${space.id}/leave`), 200)
    requireProblem(await respond(world, guest, id, 'accept'), 'invitation-not-pending')
    ok((await listOf(world, guest, '?status=revoked')).some(one => one.id === id))
  })
}

async function checkRaces({ check, world }: ScenarioContext): Promise<void> {
  const [host, guest] = [await world.agent('greeter'), await world.agent('guest')]
  await check('of concurrent acceptance, decline and withdrawal one succeeds', ['INVITE-46'], async () => {
    for (let round = 0; round < 4; round++) {
      const space = await openSpace(world, host, 'private')
      const { id } = await invited(world, host, space, guest)
      const acts = [() => respond(world, guest, id, 'accept'), () => respond(world, guest, id, 'decline'), () => withdraw(world, host, id)]
      const replies = await Promise.all(acts.map((_, index) => acts[(index + round) % acts.length]!()))
      const done = replies.filter(({ status }) => status === 200)
      equal(done.length, 1)
      for (const reply of replies) if (reply.status !== 200) requireProblem(reply, 'invitation-not-pending')
      const { status } = done[0]!.data
      const seen = (await world.call(guest, 'GET', `/spaces/${space.id}`)).status
      equal(seen, status === 'accepted' ? 200 : 404)
    }
  })
}

async function checkWithdrawal({ check, world }: ScenarioContext): Promise<void> {
  const [host, guest, other] = [await world.agent('greeter'), await world.agent('guest'), await world.agent('other')]
  await check('only members that can invite can withdraw pending invitations', ['INVITE-50', 'INVITE-51'], async () => {
    const space = await openSpace(world, host, 'private')
    const { id } = await invited(world, host, space, guest)
    await join(world, host, space, other)
    requireProblem(await withdraw(world, other, id), 'not-space-moderator')
    for (const [by, one] of [
      [guest, id],
      [host, randomUUID()],
    ] as const) {
      requireProblem(await withdraw(world, by, one), 'not-found')
    }
    const reply = requireStatus(await withdraw(world, host, id), 200).as(invitationShapes.invitation)
    deepEqual([reply.id, reply.status], [id, 'revoked'])
    requireProblem(await withdraw(world, host, id), 'invitation-not-pending')
    requireProblem(await respond(world, guest, id, 'accept'), 'invitation-not-pending')
  })
}

async function checkTool({ check, world }: ScenarioContext): Promise<void> {
  const [host, guest] = [await world.agent('usher'), await world.agent('guest')]
  await check('on MCP the answer is action or accept, with the same result as the route', ['INVITE-48', 'INVITE-49'], async () => {
    for (const [more, status] of [
      [{ action: 'accept' }, 'accepted'],
      [{ action: 'decline' }, 'declined'],
      [{ accept: true }, 'accepted'],
      [{ accept: false, action: 'decline' }, 'declined'],
    ] as const) {
      const { id: invitation_id } = await invited(world, host, await openSpace(world, host, 'private'), guest)
      const call = (args: Data) => callToolAs(world, guest, 'respond_to_invitation', { invitation_id, ...args })
      requireToolRefusal(await call({}), 'validation-error')
      requireToolRefusal(await call({ action: 'accept', accept: false }), 'validation-error')
      equal((await call(more)).structuredContent.status, status)
      requireToolRefusal(await call(more), 'invitation-not-pending')
    }
    const { id } = await invited(world, host, await openSpace(world, host, 'private'), guest)
    const path = `/spaces/invitations/${id}/respond`
    requireProblem(await world.call(guest, 'POST', path), 'validation-error')
    equal(requireStatus(await world.call(guest, 'POST', path, { action: 'decline' }), 200).data.status, 'declined')
  })
}

async function checkWaiting({ check, world }: ScenarioContext): Promise<void> {
  const host = await world.agent('usher')
  await check(
    'pending invitations are listed newest first on several pages, with their spaces',
    ['INVITE-60', 'INVITE-61', 'INVITE-62', 'INVITE-64'],
    async () => {
      const guest = await world.newAgent('listed')
      const spaces: Data[] = []
      for (let n = 0; n < 3; n++) spaces.unshift(await openSpace(world, host, 'private'))
      const ids = []
      for (const space of spaces.toReversed()) ids.unshift((await invited(world, host, space, guest)).id)
      const found = []
      let query: string | undefined = ''
      while (query !== undefined && found.length < 9) {
        const read: Data = await get(world, guest, `/spaces/invitations?limit=2${query}`)
        const page = invitationShapes.invitationPage.parse(read)
        found.push(...page.invitations)
        query = page.next_cursor === null ? undefined : `&cursor=${encodeURIComponent(page.next_cursor)}`
      }
      deepEqual(
        found.map(({ id, space_handle, space_name, inviter_handle }) => [id, space_handle, space_name, inviter_handle]),
        ids.map((id, index) => [id, spaces[index]?.handle, spaces[index]?.name, host.handle]),
      )
      requireStatus(await respond(world, guest, ids[0]!, 'decline'), 200)
      equal((await listOf(world, guest)).length, 2)
      const [declined] = await listOf(world, guest, '?status=declined')
      deepEqual([declined?.id, declined?.space_handle, declined?.space_name], [ids[0], null, null])
      const { structuredContent } = await callToolAs(world, guest, 'list_invitations')
      deepEqual(
        (structuredContent.invitations as Data[]).map(({ id }) => id),
        ids.slice(1),
      )
    },
  )
}

const beatOf = async (world: World, who: Identity, query = '') =>
  notificationShapes.heartbeat.parse(await get(world, who, `/heartbeat${query}`))

async function checkNotified({ check, world }: ScenarioContext): Promise<void> {
  const host = await world.agent('usher')
  await check('the invited agent is notified by two events, once each', ['INVITE-24', 'INVITE-80', 'INVITE-81'], async () => {
    const guest = await world.newAgent('told')
    const space = await openSpace(world, host, 'private')
    const made = await invited(world, host, space, guest)
    requireStatus(await invite(world, host, space, { invitee_handle: guest.handle }), 200)
    const events = (await eventsOf(world, guest)).map(({ type, data, subject }) => ({ type, data, ...subject }))
    const named = { space_handle: space.handle, space_name: space.name, inviter_handle: host.handle }
    const { id, expires_at } = made
    const invite_data = {
      invitation_id: id,
      space_id: space.id,
      ...named,
      inviter_agent_id: host.agent_id,
      expires_at,
    }
    deepEqual(events, [
      { type: 'space.invite', data: invite_data, space_id: space.id },
      { type: 'space.invitation.received', data: { ...made, ...named }, space_id: space.id },
    ])
  })
  await check(
    'pending invitations are in a heartbeat with any since, and once by cursor',
    ['INVITE-82', 'INVITE-84', 'INVITE-85', 'HEAR-17', 'HEAR-52'],
    async () => {
      const guest = await world.newAgent('beats')
      const { id } = await invited(world, host, await openSpace(world, host, 'private'), guest)
      const { cursor } = await beatOf(world, guest)
      const later = `?since=${Date.now() + (world.http.options.clockOffsetMs ?? 0) + 200_000}`
      const first = await beatOf(world, guest, later)
      const received = first.events.filter(({ type }) => type === 'space.invitation.received')
      deepEqual(
        received.map(({ data }) => data.id),
        [id],
      )
      deepEqual(
        first.invitations.map(one => one.id),
        [id],
      )
      deepEqual((await beatOf(world, guest, `?cursor=${encodeURIComponent(cursor)}`)).events, [])
      const summary = await get(world, guest, '/notifications/summary')
      deepEqual(summary.invitations, { pending_count: 1 })
    },
  )
}

async function checkAhead({ check, world }: ScenarioContext): Promise<void> {
  const host = await world.agent('usher')
  await check('pending invitations come first on a first page, and are not repeated', ['INVITE-82', 'INVITE-83'], async () => {
    const guest = await world.newAgent('ahead')
    for (const fan of [host, await world.agent('greeter')]) await follow(world, fan, guest)
    const { id } = await invited(world, host, await openSpace(world, host, 'private'), guest)
    const page = await beatOf(world, guest, '?limit=1')
    deepEqual(
      page.events.map(({ data }) => data.id),
      [id],
    )
    const rest = await beatOf(world, guest, `?limit=9&cursor=${encodeURIComponent(page.cursor)}`)
    deepEqual(
      rest.events.map(({ type }) => type),
      ['social.follow.created', 'social.follow.created', 'space.invite'],
    )
  })
}

async function checkMany({ check, world }: ScenarioContext): Promise<void> {
  await check('of more than 50 pending invitations a heartbeat has the newest 50', ['INVITE-82', 'INVITE-84', 'INVITE-85'], async () => {
    const guest = await world.newAgent('sought')
    const ids: string[] = []
    for (const name of ['seeks-1', 'seeks-2', 'seeks-3']) {
      const host = await world.newAgent(name)
      for (let n = 0; n < 17; n++) {
        ids.unshift((await invited(world, host, await openSpace(world, host, 'private'), guest)).id)
      }
    }
    const newest = ids.slice(0, 50)
    const { events, invitations } = await beatOf(world, guest, '?limit=50')
    deepEqual(
      invitations.map(({ id }) => id),
      newest,
    )
    deepEqual(
      events.map(({ data }) => data.id),
      newest.toReversed(),
    )
    deepEqual((await get(world, guest, '/notifications/summary')).invitations, { pending_count: 51 })
  })
}

async function checkRetold({ check, world }: ScenarioContext): Promise<void> {
  const host = await world.agent('usher')
  await check('the space disappears from earlier events when the invitation ends', ['INVITE-86'], async () => {
    const guest = await world.newAgent('retold')
    const { id } = await invited(world, host, await openSpace(world, host, 'private'), guest)
    requireStatus(await withdraw(world, host, id), 200)
    const { events, invitations } = await beatOf(world, guest)
    for (const { data } of events) deepEqual([data.space_handle, data.space_name], ['', ''])
    deepEqual([events.length, events[1]?.data.status, invitations], [2, 'revoked', []])
  })
}
