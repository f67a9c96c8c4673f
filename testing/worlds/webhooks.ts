import { randomUUID } from 'node:crypto'
import type { TestFn } from 'ava'
import { type Egress, openEgress } from '../../push/egress.ts'
import type { TurnParts } from '../../push/webhook-turns.ts'
import { openWebhookSender, type WebhookSender } from '../../push/webhooks.ts'
import { openBatches } from '../../storage/db/batch.ts'
import type { Db } from '../../storage/db/db.ts'
import { sequenceOutbox } from '../../storage/events/outbox.ts'
import type { AgentActor } from '../../tools/kernel/context.ts'
import { registerWebhook } from '../../tools/webhooks/register-webhook.ts'
import { webhookWords } from '../../tools/webhooks/words.ts'
import { openAuthority } from '../doubles/certificates.ts'
import { type Answerer, openReceiver, type Receiver } from '../doubles/receiver.ts'
import { useDatabase } from './database.ts'
import { openWorld, type World } from './world.ts'

export interface WebhookWorld extends World {
  /** A receiver under `NAME.example.com`, over real TLS. */
  receiver(name: string, answer?: Answerer): Promise<Receiver>
  /** Has `NAME.example.com` lead to a port of this machine. */
  lead(name: string, port: number): void
  /** The sender of a process of its own, which nothing starts. */
  sender(parts?: Partial<TurnParts>): WebhookSender
  /** A webhook of the agent to a receiver. */
  register(agent: AgentActor, name: string, input?: object): Promise<{ id: string; secret: string }>
  /** Numbers what was emitted, and sends what is due. */
  send(): Promise<void>
}

export const hostOf = (name: string) => `${name}.example.com`

const egressTo = (ports: ReadonlyMap<string, number>, ca: string) =>
  openEgress({
    monotonic: () => performance.now(),
    ca,
    isAllowed: () => true,
    lookup: async host => [{ address: '127.0.0.1', port: ports.get(host) ?? 1 }],
  })

/** What the sender of a process has. */
function partsOf({ runtime }: World, db: Db, egress: Egress): TurnParts {
  const { clock, secretKeys, log } = runtime
  const shared = { clock, secretKeys, log, words: webhookWords(runtime), wakeOutbox: () => {} }
  const own = { db, batch: openBatches(db), events: openBatches(db), egress }
  return { ...own, ...shared, holder: randomUUID(), random: () => 0.5 }
}

/** A world whose webhooks lead to receivers on this machine. */
export function useWebhooks(test: TestFn): () => WebhookWorld {
  const database = useDatabase(test)
  const authority = openAuthority()
  const certificate = authority.issue('*.example.com')
  const ports = new Map<string, number>()
  const opened: { close(): Promise<void> }[] = []
  const lead = (name: string, port: number) => void ports.set(hostOf(name), port)
  let world: WebhookWorld | undefined
  test.after.always(() => Promise.all(opened.map(one => one.close())))

  function open(): WebhookWorld {
    const plain = openWorld(database().db, {})
    const { clock } = plain.runtime
    const sender: WebhookWorld['sender'] = (parts = {}) => {
      const own = partsOf(plain, database().openAnother(), egressTo(ports, authority.ca))
      const made = openWebhookSender({ ...own, ...parts })
      opened.unshift({ close: made.stop })
      return made
    }
    const first = sender()
    return {
      ...plain,
      sender,
      async receiver(name, answer) {
        const receiver = await openReceiver(certificate, answer)
        opened.push(receiver)
        lead(name, receiver.port)
        return receiver
      },
      lead,
      async register(agent, name, input = {}) {
        const { id, secret } = await plain.call(registerWebhook, agent, { url: `https://${hostOf(name)}/in`, ...input })
        return { id, secret: secret! }
      },
      async send() {
        while ((await sequenceOutbox(plain.db, new Date(clock()))) > 0);
        await first.sweep()
      },
    }
  }
  return () => (world ??= open())
}
