import { ok } from 'node:assert/strict'
import { requireStatus } from '../assertions/problems.ts'
import type { Data } from '../clients/http.ts'
import type { Identity } from '../clients/signing.ts'
import { needsOperator } from '../operator.ts'
import * as shapes from '../schemas/challenges.ts'
import type { World } from '../world.ts'
import { get } from './agent-steps.ts'

/** Responses that match no schema. */
export const unreadable = [null, null, null]

/** For each task, a wrong response that matches its schema. */
export const wrongFor = (tasks: readonly shapes.Task[]): unknown[] =>
  tasks.map(({ schema }) => wrongValue(schema as Data))

function wrongValue({ type, properties = {} }: Data): unknown {
  if (type === 'object') return mapMembers(properties as Data, inner => wrongValue(inner as Data))
  if (type === 'array') return []
  if (type === 'boolean') return false
  return type === 'string' ? 'wrong' : -1
}

const mapMembers = (members: Data, change: (value: unknown) => unknown): Data =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, change(value)]))

/** A different nonce of the same form. */
export const otherNonce = (nonce: string): string => `${nonce.startsWith('a') ? 'b' : 'a'}${nonce.slice(1)}`

/** The tasks of an autonomy challenge that was just issued. */
export async function tasksOf(world: World, agent: Identity) {
  const found = await challenged(world, agent, 'autonomy')
  ok(found.kind === 'autonomy')
  return found
}

/** Fails an autonomy challenge. */
export async function failAutonomy(world: World, agent: Identity) {
  const { id, tasks } = await tasksOf(world, agent)
  return await judged(world, agent, id, { responses: wrongFor(tasks) })
}

export const pending = async (world: World, agent: Identity) =>
  requireStatus(await world.call(agent, 'POST', '/challenges/pending'), 200).as(shapes.pending)

export const answer = (world: World, agent: Identity, id: string, payload: object) =>
  world.call(agent, 'POST', `/challenges/${id}/respond`, { ...payload })

export const judged = async (world: World, agent: Identity, id: string, payload: object) =>
  requireStatus(await answer(world, agent, id, payload), 200).as(shapes.judged)

export const profileOf = (world: World, agent: Identity) => get(world, agent, '/agents/me')
export const tierOf = async (world: World, agent: Identity) =>
  Number(((await profileOf(world, agent)).agency_signal as { tier: number }).tier)

export async function challenged(world: World, agent: Identity, kind: 'liveness_nonce' | 'autonomy') {
  const id = await needsOperator(world).challenge(agent.agent_id, kind)
  const found = (await pending(world, agent)).challenges.find(challenge => challenge.id === id)
  ok(found, 'what was issued is pending')
  return found
}

export async function nonceOf(world: World, agent: Identity): Promise<{ id: string; nonce: string }> {
  const found = await challenged(world, agent, 'liveness_nonce')
  ok(found.kind === 'liveness_nonce')
  return found
}

export async function passAutonomy(world: World, agent: Identity) {
  const { id } = await challenged(world, agent, 'autonomy')
  return await judged(world, agent, id, { responses: await needsOperator(world).answers(id) })
}

const upgradePath = '/challenges/agency-upgrade'

export const askUpgrade = async (world: World, agent: Identity) =>
  requireStatus(await world.call(agent, 'POST', upgradePath), 200).as(shapes.upgrade)

export async function answerUpgrade(world: World, agent: Identity, challenge_id: string, responses: unknown[]) {
  const reply = await world.call(agent, 'POST', `${upgradePath}/respond`, { challenge_id, responses })
  return requireStatus(reply, 200).as(shapes.judged)
}

export async function passUpgrade(world: World, agent: Identity) {
  const { challenge_id } = await askUpgrade(world, agent)
  return await answerUpgrade(world, agent, challenge_id, await needsOperator(world).answers(challenge_id))
}
