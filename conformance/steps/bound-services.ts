import { equal } from 'node:assert/strict'
import { requireProblem, requireStatus } from '../assertions/problems.ts'
import type { Data } from '../clients/http.ts'
import type { Identity } from '../clients/signing.ts'
import * as shapes from '../schemas/endpoints.ts'
import { openProvider, type Provider, skill } from '../stubs/provider.ts'
import { needsReceivers } from '../stubs/receiver.ts'
import type { World } from '../world.ts'
import { declare } from './service-steps.ts'

type Slug = Parameters<typeof requireProblem>[1]

/** A service with its own provider. */
export type Bound = { owner: Identity; id: string; provider: Provider }

export async function openService(world: World, word = 'weaver'): Promise<Bound> {
  needsReceivers(world)
  const owner = await world.newAgent(word)
  const { id } = await declare(world, owner, { invocation_modes: ['aui_task'] })
  return { owner, id, provider: await openProvider(world, owner) }
}

export const pathOf = (id: string) => `/services/${id}/endpoint`

export const put = (world: World, { owner, id, provider }: Bound, more: Data = {}) =>
  world.call(owner, 'PUT', pathOf(id), { card_url: provider.cardUrl, skill_id: skill, ...more })

export const bind = async (world: World, bound: Bound) =>
  requireStatus(await put(world, bound), 200).as(shapes.endpoint)

export const read = async (world: World, { owner, id }: Bound) =>
  requireStatus(await world.call(owner, 'GET', pathOf(id)), 200).as(shapes.endpoint)

export const activate = async (world: World, { owner, id }: Bound) =>
  requireStatus(await world.call(owner, 'POST', `/services/${id}/transitions`, { to: 'active' }), 200)

/** An attempt that is refused with this problem; returns the names and codes of the failed checks. */
export async function refusal(
  world: World,
  bound: Bound,
  slug: Slug = 'endpoint-verification-failed',
  more: Data = {},
) {
  const problem = requireProblem(await put(world, bound, more), slug)
  const attempt = shapes.attempt.parse(problem.endpoint)
  const failed = attempt.control.checks.filter(({ passed, gating }) => gating && !passed)
  equal(problem.detail, failed[0]?.detail)
  return { attempt, first: `${failed[0]?.check} ${failed[0]?.code}`, failed, detail: problem.detail }
}
