import { setTimeout as pause } from 'node:timers/promises'
import { call } from '../../../conformance/clients/rest.ts'
import { Receivers } from '../../../conformance/stubs/receiver.ts'
import type { Attack, Fight } from '../attack.ts'
import type { AttackContext } from '../attack-context.ts'
import { hammer } from '../connections.ts'
import { cycle, inTurns } from '../gallery.ts'
import type { Member } from '../members.ts'
import { signed } from '../requests.ts'
import { withRetries } from '../retry-setup.ts'

const AGENTS = 46
const HOOKS_EACH = 3
const CONNECTIONS = 8
/** Just within what an attempt may take. */
const LATE_MS = 13_000
/** How often one beside them is sent to, and within what it is to begin (WEBHOOK-71). */
const BESIDE_EVERY_MS = 1_000
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

/** Agents without owners with all the webhooks that they may have, at one host, each of which has answered. */
async function openCrowd(context: AttackContext, receivers: Receivers) {
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

/** Somebody at another host is sent to again and again; counts what came in time. */
async function standBeside(context: AttackContext, receivers: Receivers) {
  const receiver = await receivers.open()
  const hook = await register(context, await context.enroll('beside'), receiver.url)
  await ping(context, hook)
  await receiver.until(1)
  return async ({ tally, isOver }: Fight) => {
    for (let sent = 2; !isOver(); sent++) {
      await ping(context, hook)
      const askedAt = Date.now()
      const arrived = await receiver.until(sent).catch(() => undefined)
      const late = (arrived?.[sent - 1]?.at ?? Number.POSITIVE_INFINITY) - askedAt > IN_TIME_MS
      tally.count(late ? 'beside late' : 'beside in time')
      await pause(BESIDE_EVERY_MS)
    }
  }
}

export const manyWebhooks: Attack = {
  name: 'webhooks/crowd',
  says: `${AGENTS * HOOKS_EACH} webhooks of ${AGENTS} agents at one host that answered, and take ${LATE_MS / 1_000} s from now on`,
  needsHooks: true,
  async prepare(context) {
    const receivers = new Receivers(context.receiver ?? '')
    const { hooks, state } = await openCrowd(context, receivers)
    const beside = await standBeside(context, receivers)
    const next = cycle(hooks)
    return async fight => {
      const before = state.received
      state.isHostile = true
      const shout = () => {
        const { owner, path } = next()
        return signed(context, owner, 'POST', `${path}/test`, '{}')
      }
      await Promise.all([hammer(context, fight, { connections: CONNECTIONS, next: shout }), beside(fight)])
      fight.tally.count('deliveries', state.received - before)
    }
  },
}
