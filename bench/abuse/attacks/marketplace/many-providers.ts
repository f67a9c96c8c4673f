import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { call } from '../../../../conformance/clients/rest.ts'
import { Receivers } from '../../../../conformance/stubs/receiver.ts'
import type { Attack, AttackRun } from '../../attack.ts'
import type { AttackContext } from '../../attack-context.ts'
import { hammer } from '../../connections.ts'
import { cycle, inTurns } from '../../gallery.ts'
import type { Member } from '../../members.ts'
import { createOfferedService, type OfferedService } from '../../offered-service.ts'
import { bearer } from '../../requests.ts'
import { withRetries } from '../../retry-setup.ts'

const HOSTS = 12
const CONSUMERS = 6
const CONNECTIONS = 8
/** Just within the time limit of a message to a provider. */
const LATE_MS = 50_000
/** How often a bystander provider gets a task, and the time limit for its delivery. */
const BYSTANDER_EVERY_MS = 1_000
const IN_TIME_MS = 5_000

const invocation = () => ({ message: 'Do it.', idempotency_key: randomUUID() })

const invoke = (context: AttackContext, { identity }: Member, { offerId }: OfferedService) =>
  withRetries(() => call(context.http, identity, 'POST', `/service-offers/${offerId}/invoke`, invocation()))

/** Providers that have responded in time, each of a separate agent at a separate host. */
async function openProviders(context: AttackContext, receivers: Receivers, consumer: Member) {
  const state = { isHostile: false, hung: 0 }
  const stalls = await inTurns(HOSTS, async n => {
    const at = receivers.among(n) ?? receivers
    const stall = await createOfferedService(context, at, await context.enroll('hangs'))
    stall.provider.work(async () => {
      if (state.isHostile) {
        state.hung++
        await pause(LATE_MS, undefined, { ref: false })
      }
      return { result: { message: { messageId: randomUUID(), role: 'ROLE_AGENT', parts: [{ text: 'Done.' }] } } }
    })
    return stall
  })
  await inTurns(HOSTS * 2, n => invoke(context, consumer, stalls[n % HOSTS]!))
  return { state, stalls }
}

/** Repeatedly sends tasks to a provider at another host; counts those that reach it in time. */
async function observeBystander(context: AttackContext, receivers: Receivers) {
  const stall = await createOfferedService(context, receivers.elsewhere(), await context.enroll('beside'))
  let reached = () => {}
  stall.provider.work(() => {
    reached()
    return { result: { message: { messageId: randomUUID(), role: 'ROLE_AGENT', parts: [{ text: 'Done.' }] } } }
  })
  const consumer = await context.enroll('beside')
  return async ({ tally, isOver }: AttackRun) => {
    while (!isOver()) {
      const arrived = new Promise<'in time'>(resolve => (reached = () => resolve('in time')))
      const late = pause(IN_TIME_MS, 'late' as const, { ref: false })
      await invoke(context, consumer, stall)
      tally.count(`beside ${await Promise.race([arrived, late])}`)
      await pause(BYSTANDER_EVERY_MS)
    }
  }
}

/** Like `webhooks/crowd`, for calls to providers. */
export const manyProviders: Attack = {
  name: 'slow-providers/crowd',
  description: `providers at ${HOSTS} hosts that answered in time, and take ${LATE_MS / 1_000} s from now on, are given work over ${CONNECTIONS} connections`,
  needsHooks: true,
  needsLimitsOff: true,
  async prepare(context) {
    const receivers = new Receivers(context.receiver ?? '')
    const consumers = await inTurns(CONSUMERS, () => context.enroll('consumes'))
    const { stalls, state } = await openProviders(context, receivers, consumers[0]!)
    const bystander = await observeBystander(context, receivers)
    const next = cycle(
      stalls.flatMap(({ offerId }) =>
        consumers.map(
          consumer => () => bearer(context, consumer, 'POST', `/service-offers/${offerId}/invoke`, invocation()),
        ),
      ),
    )
    return async attackRun => {
      state.isHostile = true
      await Promise.all([
        hammer(context, attackRun, { connections: CONNECTIONS, next: () => next()() }),
        bystander(attackRun),
      ])
      attackRun.tally.count('hung', state.hung)
    }
  },
}
