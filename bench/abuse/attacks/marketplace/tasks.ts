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
/** The hourly limit of an agent. */
const INVOCATIONS = 60
const WORKING = 'TASK_STATE_WORKING'

const invocation = () => ({ message: 'Do it.', data: { a: 'x'.repeat(50_000) }, idempotency_key: randomUUID() })

const invoke = (context: AttackContext, consumer: Member, offerId: string) =>
  must(context, consumer, 'POST', `/service-offers/${offerId}/invoke`, invocation())

const open = async (context: AttackContext) =>
  await createOfferedService(context, new Receivers(context.receiver ?? ''), await context.enroll('provides'))

/** Consumers with no invocations left for the hour, of a provider that never completes a task. */
const usedUp: Attack = {
  name: 'tasks/used-up',
  description: `${CONSUMERS} agents with used-up limits that invoke, poll and cancel over ${CONNECTIONS} connections`,
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
        () => bearer(context, consumer, 'POST', `/service-offers/${offerId}/invoke`, invocation()),
        () => bearer(context, consumer, 'GET', `${path}?wait_seconds=1`),
        () => bearer(context, consumer, 'GET', path),
        () => bearer(context, consumer, 'POST', `${path}/cancel`),
      ]),
    )
    return attackRun => hammer(context, attackRun, { connections: CONNECTIONS, next: () => next()() })
  },
}

/** Close to the maximum size of a response, in the maximum number of parts. */
const ARTIFACTS = 32
const PARTS = 64
const PART_CHARACTERS = 400

const artifacts = Array.from({ length: ARTIFACTS }, (_, n) => ({
  artifactId: `artifact ${n}`,
  parts: Array.from({ length: PARTS }, (_, part) =>
    part % 2 === 0 ? { text: 'é'.repeat(PART_CHARACTERS / 2) } : { data: { [part]: 'x'.repeat(PART_CHARACTERS) } },
  ),
}))

/** Deliveries of the maximum size, and responses that never end. */
const endless: Attack = {
  name: 'tasks/endless-artifacts',
  description: `a provider that delivers all that fits, and more, to ${CONSUMERS} agents that invoke it and read that over ${CONNECTIONS} connections`,
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
        () =>
          bearer(context, consumer, 'POST', `/service-offers/${offerId}/invoke`, { ...invocation(), wait_seconds: 1 }),
        () => bearer(context, consumer, 'GET', path),
        () => bearer(context, consumer, 'GET', `${path}/bundle`),
      ]),
    )
    return attackRun => hammer(context, attackRun, { connections: CONNECTIONS, next: () => next()() })
  },
}

export const tasks = [usedUp, endless]
