import { randomUUID } from 'node:crypto'
import { requireStatus } from '../assertions/problems.ts'
import type { Data } from '../clients/http.ts'
import type { Identity } from '../clients/signing.ts'
import * as shapes from '../schemas/tasks.ts'
import type { Call, Json } from '../stubs/provider.ts'
import { until } from '../until.ts'
import type { World } from '../world.ts'
import { newlyOffered } from './offer-steps.ts'

/** An offered service whose provider has one task at a time, which the check controls. */
export async function openWork(world: World) {
  const made = await newlyOffered(world)
  const status: { task: Json } = { task: { status: { state: 'TASK_STATE_WORKING' } } }
  const calls: Call[] = []
  made.provider.work(call => {
    calls.push(call)
    const id = call.params.id ?? `of ${call.params.message?.contextId}`
    const contextId = id.replace('of ', '')
    if (call.method === 'CancelTask') status.task = { status: { state: 'TASK_STATE_CANCELED' } }
    const task = { id, contextId, ...status.task }
    return { result: call.method === 'SendMessage' ? { task } : task }
  })
  return {
    ...made,
    ...{ consumer: await world.newAgent('consumer'), calls },
    /** What the provider reports about its tasks from now on. */
    tell: (state: string, more: Json = {}) => void (status.task = { status: { state, ...more }, ...more }),
    methods: () => calls.map(({ method }) => method),
  }
}

export type Work = Awaited<ReturnType<typeof openWork>>

type Commissioned = Pick<Work, 'consumer' | 'offerId'>

export const invoke = (world: World, { consumer, offerId }: Commissioned, more: Data = {}) =>
  world.call(consumer, 'POST', `/service-offers/${offerId}/invoke`, {
    ...{ message: 'Weave it.', data: { b: 1, a: ['é'] }, idempotency_key: randomUUID() },
    ...more,
  })

export const commission = async (world: World, work: Commissioned, more: Data = {}) =>
  requireStatus(await invoke(world, work, more), 202).as(shapes.invoked).broker_task_id

export const read = async (world: World, by: Identity, id: string, wait = 0) =>
  requireStatus(await world.call(by, 'GET', `/service-tasks/${id}?wait_seconds=${wait}`), 200).as(shapes.task)

/** The task once it has left the state. */
export const leaving = (world: World, { consumer }: Pick<Work, 'consumer'>, id: string, state = 'working') =>
  until(
    () => read(world, consumer, id, 25),
    task => task.state !== state,
  )
