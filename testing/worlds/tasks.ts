import type { TestFn } from 'ava'
import type { Broker } from '../../push/broker/a2a.ts'
import { openEgress } from '../../push/egress.ts'
import type { AgentActor } from '../../tools/kernel/context.ts'
import { cancelServiceTask } from '../../tools/tasks/cancel-service-task.ts'
import { openDispatcher } from '../../tools/tasks/dispatch/dispatcher.ts'
import { openSettling } from '../../tools/tasks/dispatch/settling.ts'
import { getServiceTask } from '../../tools/tasks/get-service-task.ts'
import { invokeAgentService } from '../../tools/tasks/invoke-agent-service.ts'
import { openProviders, type ProviderOptions } from '../doubles/provider.ts'
import { type OfferedService, offerService } from './market.ts'
import { useWorld } from './world.ts'

let keys = 0

/** A world with providers, and what dispatches to them: nothing is sent or asked for but by `sweep`. */
export function useTasks(test: TestFn) {
  const providers = openProviders()
  const of = useWorld(test, { egress: openEgress({ monotonic: () => performance.now(), ...providers.egress }) })
  let opened: ReturnType<typeof open> | undefined
  const open = () => {
    const world = of()
    const { runtime, db } = world
    const { clock, newId, secret, log } = runtime
    const openProcess = (over: Partial<Broker> = {}) =>
      openDispatcher({
        db,
        clock,
        secret,
        log,
        broker: { ...runtime.broker, ...over },
        holder: newId(),
        settle: openSettling(runtime, db),
        breakOff: async () => {},
      })
    const dispatcher = openProcess()

    return {
      ...world,
      providers,
      openProcess,
      stop: (consumer: AgentActor, broker_task_id: string) =>
        world.call(cancelServiceTask, consumer, { broker_task_id }),
      /** Does what is due, and what comes of that at once. */
      sweep: () => dispatcher.sweep(),
      /** A provider with a service that is offered. */
      async offered(owner: AgentActor, service: OfferedService = {}, options: ProviderOptions = {}) {
        const provider = await providers.open(`provider-${keys++}`, options)
        const offer = await offerService(world, owner, { ...service, interface_url: provider.url })
        return { provider, ...offer }
      },
      offerAt: (owner: AgentActor, interface_url: string) => offerService(world, owner, { interface_url }),
      async invoke(consumer: AgentActor, offer_revision_id: string, input: object = {}) {
        const given = { message: 'Do it.', idempotency_key: `key ${keys++}`, ...input }
        const { broker_task_id } = await world.call(invokeAgentService, consumer, { offer_revision_id, ...given })
        return broker_task_id as string
      },
      read: (consumer: AgentActor, broker_task_id: string) => world.call(getServiceTask, consumer, { broker_task_id }),
    }
  }
  test.after.always(() => providers.close())
  return () => (opened ??= open())
}
