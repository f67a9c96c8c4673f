import { setTimeout as pause } from 'node:timers/promises'
import { call } from '../../../conformance/clients/rest.ts'
import { Receivers } from '../../../conformance/stubs/receiver.ts'
import type { Attack, AttackRun } from '../attack.ts'
import type { AttackContext } from '../attack-context.ts'
import { hammer } from '../connections.ts'
import { cycle, inTurns } from '../gallery.ts'
import type { Member } from '../members.ts'
import { signed } from '../requests.ts'
import { withRetries } from '../retry-setup.ts'

const AGENTS = 46
const HOOKS_EACH = 3
const CONNECTIONS = 8
/** Just within the time limit of an attempt. */
const LATE_MS = 13_000
/** How often a bystander's webhook is triggered, and the time limit for the start of its delivery (WEBHOOK-71). */
const BYSTANDER_EVERY_MS = 1_000
const IN_TIME_MS = 2_000

interface Hook {
  owner: Member
  path: string
}

async function register(context: AttackContext, owner: Member, url: string): Promise<Hook> {
  const made = await withRetries(() => call(context.http, owner.identity, 'POST', '/webhooks', { url }))
  return { owner, path: `/webhooks/${made.data.id}` }
}

const ping = (context: AttackContext, { owner, path }: Hook) =>
  withRetries(() => call(context.http, owner.identity, 'POST', `${path}/test`))

/** Agents without owners, each with all the webhooks it may have, at one host; each webhook has responded once. */
async function openWebhooks(context: AttackContext, receivers: Receivers) {
  const state = { isHostile: false, received: 0 }
  const receiver = await receivers.openElsewhere(() => {
    state.received++
    return { status: 200, ...(state.isHostile && { afterMs: LATE_MS }) }
  })
  const agents = await inTurns(AGENTS, () => context.enroll('crowded'))
  const hooks = await inTurns(AGENTS * HOOKS_EACH, n => register(context, agents[n % AGENTS]!, receiver.url))
  await inTurns(hooks.length, n => ping(context, hooks[n]!))
  while (receiver.deliveries.length < hooks.length) await pause(100)
  return { hooks, state }
}

/** Triggers a webhook at another host repeatedly; counts the deliveries that start in time. */
async function observeBystander(context: AttackContext, receivers: Receivers) {
  const receiver = await receivers.open()
  const hook = await register(context, await context.enroll('beside'), receiver.url)
  await ping(context, hook)
  await receiver.until(1)
  return async ({ tally, isOver }: AttackRun) => {
    for (let sent = 2; !isOver(); sent++) {
      await ping(context, hook)
      const askedAt = Date.now()
      const arrived = await receiver.until(sent).catch(() => undefined)
      const late = (arrived?.[sent - 1]?.at ?? Number.POSITIVE_INFINITY) - askedAt > IN_TIME_MS
      tally.count(late ? 'beside late' : 'beside in time')
      await pause(BYSTANDER_EVERY_MS)
    }
  }
}

export const manyWebhooks: Attack = {
  name: 'webhooks/crowd',
  description: `${AGENTS * HOOKS_EACH} webhooks of ${AGENTS} agents at one host that answered, and take ${LATE_MS / 1_000} s from now on`,
  needsHooks: true,
  async prepare(context) {
    const receivers = new Receivers(context.receiver ?? '')
    const { hooks, state } = await openWebhooks(context, receivers)
    const bystander = await observeBystander(context, receivers)
    const next = cycle(hooks)
    return async attackRun => {
      const before = state.received
      state.isHostile = true
      const shout = () => {
        const { owner, path } = next()
        return signed(context, owner, 'POST', `${path}/test`, '{}')
      }
      await Promise.all([hammer(context, attackRun, { connections: CONNECTIONS, next: shout }), bystander(attackRun)])
      attackRun.tally.count('deliveries', state.received - before)
    }
  },
}
