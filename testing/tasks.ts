import { generateKeyPairSync } from 'node:crypto'
import type { TestFn } from 'ava'
import { CompactSign } from 'jose'
import { type Broker, openBroker } from '../push/broker/a2a.ts'
import { openEgress } from '../push/egress.ts'
import type { AgentActor } from '../tools/kernel/context.ts'
import { openDispatcher } from '../tools/tasks/dispatch/dispatcher.ts'
import { openSettling } from '../tools/tasks/dispatch/settling.ts'
import { getServiceTask } from '../tools/tasks/get-service-task.ts'
import { invokeAgentService } from '../tools/tasks/invoke-agent-service.ts'
import { type OfferedService, offerService } from './market.ts'
import { openProviders, type ProviderOptions } from './provider.ts'
import { useWorld } from './world.ts'

let keys = 0

/** A world with providers, and what dispatches to them: nothing is sent or asked for but by `sweep`. */
export function useTasks(test: TestFn) {
  const of = useWorld(test)
  let opened: ReturnType<typeof open> | undefined
  const open = () => {
    const world = of()
    const { runtime, db } = world
    const { clock, newId, randomBytes, secret, log } = runtime
    const providers = openProviders()
    const egress = openEgress({ monotonic: runtime.monotonic, ...providers.egress })
    const signing = { id: 'broker', privateKey: generateKeyPairSync('ed25519').privateKey }
    const extensions = { signature: 'https://colloquy.test/sig', encryption: 'https://colloquy.test/enc' }
    const broker = openBroker({ egress, clock, newId, randomBytes, key: async () => signing, extensions })
    const signReceipt = (payload: object) =>
      new CompactSign(Buffer.from(JSON.stringify(payload)))
        .setProtectedHeader({ alg: 'EdDSA', typ: 'colloquy-receipt+jwt' })
        .sign(signing.privateKey)
    const openProcess = (over: Partial<Broker> = {}) =>
      openDispatcher({
        ...{ db, clock, secret, log, broker: { ...broker, ...over }, holder: newId() },
        settle: openSettling({ runtime, db, signReceipt }),
        breakOff: async () => {},
      })
    const dispatcher = openProcess()

    return {
      ...{ ...world, providers, broker, openProcess },
      /** Does what is due, and what comes of that at once. */
      sweep: () => dispatcher.sweep(),
      /** A provider with a service that is offered. */
      async offered(owner: AgentActor, service: OfferedService = {}, options: ProviderOptions = {}) {
        const provider = await providers.open(`provider-${keys++}`, options)
        const offer = await offerService(world, owner, { ...service, interface_url: provider.url })
        return { provider, ...offer }
      },
      async invoke(consumer: AgentActor, offer_revision_id: string, input: object = {}) {
        const given = { message: 'Do it.', idempotency_key: `key ${keys++}`, ...input }
        const { broker_task_id } = await world.call(invokeAgentService, consumer, { offer_revision_id, ...given })
        return broker_task_id as string
      },
      read: (consumer: AgentActor, broker_task_id: string) => world.call(getServiceTask, consumer, { broker_task_id }),
    }
  }
  test.after.always(() => opened?.providers.close())
  return () => (opened ??= open())
}
