import { randomUUID } from 'node:crypto'
import { Receivers } from '../../../../conformance/stubs/receiver.ts'
import type { Attack } from '../../attack.ts'
import type { AttackContext } from '../../attack-context.ts'
import { hammer } from '../../connections.ts'
import { cycle, inTurns, must } from '../../gallery.ts'
import type { Member } from '../../members.ts'
import { createOfferedService } from '../../offered-service.ts'
import { bearer } from '../../requests.ts'

const CONSUMERS = 4
const CONNECTIONS = 32
/** As an agent may invoke in an hour. */
const INVOCATIONS = 60
const WORKING = 'TASK_STATE_WORKING'

const asked = () => ({ message: 'Do it.', data: { a: 'x'.repeat(50_000) }, idempotency_key: randomUUID() })

const invoke = (context: AttackContext, consumer: Member, offerId: string) =>
  must(context, consumer, 'POST', `/service-offers/${offerId}/invoke`, asked())

const open = async (context: AttackContext) =>
  await createOfferedService(context, new Receivers(context.receiver ?? ''), await context.enroll('provides'))

/** Consumers whose invocations of the hour are all made, of a provider that never ends. */
const usedUp: Attack = {
  name: 'tasks/used-up',
  says: `${CONSUMERS} agents with used-up limits that invoke, poll and cancel over ${CONNECTIONS} connections`,
  needsHooks: true,
  async prepare(context) {
    const { provider, offerId } = await open(context)
    provider.work(({ method, params }) => {
      const task = { id: params.id ?? randomUUID(), contextId: params.message?.contextId, status: { state: WORKING } }
      return { result: method === 'SendMessage' ? { task } : task }
    })
    const consumers = await inTurns(CONSUMERS, () => context.enroll('consumes'))
    const tasks = await inTurns(CONSUMERS * INVOCATIONS, async n => {
      const consumer = consumers[n % CONSUMERS]!
      const { data } = await invoke(context, consumer, offerId)
      return { consumer, path: `/service-tasks/${data.broker_task_id}` }
    })
    const next = cycle(
      tasks.flatMap(({ consumer, path }) => [
        () => bearer(context, consumer, 'POST', `/service-offers/${offerId}/invoke`, asked()),
        () => bearer(context, consumer, 'GET', `${path}?wait_seconds=1`),
        () => bearer(context, consumer, 'GET', path),
        () => bearer(context, consumer, 'POST', `${path}/cancel`),
      ]),
    )
    return fight => hammer(context, fight, { connections: CONNECTIONS, next: () => next()() })
  },
}

/** Near what an answer may have, in as many parts as it may have. */
const ARTIFACTS = 32
const PARTS = 64
const PART_CHARACTERS = 400

const artifacts = Array.from({ length: ARTIFACTS }, (_, n) => ({
  artifactId: `artifact ${n}`,
  parts: Array.from({ length: PARTS }, (_, part) =>
    part % 2 === 0 ? { text: 'é'.repeat(PART_CHARACTERS / 2) } : { data: { [part]: 'x'.repeat(PART_CHARACTERS) } },
  ),
}))

/** What is delivered is as large as it may be, or has no end that is waited for. */
const endless: Attack = {
  name: 'tasks/endless-artifacts',
  says: `a provider that delivers all that fits, and more, to ${CONSUMERS} agents that invoke it and read that over ${CONNECTIONS} connections`,
  needsHooks: true,
  async prepare(context) {
    const { provider, offerId } = await open(context)
    let sent = 0
    provider.work(({ params }) => {
      const more = sent++ % 4 === 0 ? [...artifacts, ...artifacts] : artifacts
      const status = { state: 'TASK_STATE_COMPLETED' }
      return { result: { task: { id: randomUUID(), contextId: params.message?.contextId, status, artifacts: more } } }
    })
    const consumers = await inTurns(CONSUMERS, () => context.enroll('consumes'))
    const paths = await inTurns(CONSUMERS * 8, async n => {
      const consumer = consumers[n % CONSUMERS]!
      const { data } = await invoke(context, consumer, offerId)
      return { consumer, path: `/service-tasks/${data.broker_task_id}` }
    })
    const next = cycle(
      paths.flatMap(({ consumer, path }) => [
        () => bearer(context, consumer, 'POST', `/service-offers/${offerId}/invoke`, { ...asked(), wait_seconds: 1 }),
        () => bearer(context, consumer, 'GET', path),
        () => bearer(context, consumer, 'GET', `${path}/bundle`),
      ]),
    )
    return fight => hammer(context, fight, { connections: CONNECTIONS, next: () => next()() })
  },
}

export const tasks = [usedUp, endless]
