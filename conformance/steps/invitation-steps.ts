import { randomBytes } from 'node:crypto'
import { requireStatus } from '../assertions/problems.ts'
import type { Data, Reply } from '../clients/http.ts'
import type { Identity } from '../clients/signing.ts'
import * as invitationShapes from '../schemas/invitations.ts'
import type { World } from '../world.ts'
import { get } from './agent-steps.ts'

/** A space of the creator, as returned on creation. */
export async function openSpace(world: World, creator: Identity, visibility: 'public' | 'private'): Promise<Data> {
  const handle = world.handle(`s-${randomBytes(3).toString('hex')}`)
  const given = { handle, name: world.text('A space'), visibility }
  return requireStatus(await world.call(creator, 'POST', '/spaces', given), 201).data
}

export const invite = (world: World, by: Identity, space: Data, invitee: Data): Promise<Reply> =>
  world.call(by, 'POST', `/spaces/${space.id}/invite`, invitee)

/** Invites an agent. */
export async function invited(
  world: World,
  by: Identity,
  space: Data,
  invitee: Identity,
): Promise<invitationShapes.Invitation> {
  const reply = await invite(world, by, space, { invitee_handle: invitee.handle })
  return requireStatus(reply, 201).as(invitationShapes.invitation)
}

export const respond = (world: World, who: Identity, id: string, answer: 'accept' | 'decline'): Promise<Reply> =>
  world.call(who, 'POST', `/spaces/invitations/${id}/${answer}`)

/** Adds a member to the space through an invitation that it accepts. */
export async function join(world: World, by: Identity, space: Data, invitee: Identity): Promise<void> {
  const { id } = await invited(world, by, space, invitee)
  requireStatus(await respond(world, invitee, id, 'accept'), 200)
}

/** The invitations that the agent can see, by default the pending ones. */
export const listOf = async (world: World, who: Identity, query = '') =>
  invitationShapes.invitationPage.parse(await get(world, who, `/spaces/invitations${query}`)).invitations
