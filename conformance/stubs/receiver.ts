import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { createServer, type Server } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { skip } from '../skip.ts'
import { patienceMs } from '../until.ts'

/** Where the server under test reaches the receivers of the suite, and the certificate they present. */
const settings = z.object({
  name: z.string(),
  address: z.string().default('127.0.0.1'),
  port: z.int(),
  /** A second host at the same address. */
  other: z.object({ name: z.string(), port: z.int() }).optional(),
  /** Further hosts at the address and port of the first. */
  crowd: z.array(z.string()).default([]),
  key: z.string(),
  cert: z.string(),
})

export const readReceiverFile = (file: string) => settings.parse(JSON.parse(readFileSync(file, 'utf8')))

/** The requests to one URL, and how long each answer was delayed. */
export type Delivery = { headers: IncomingHttpHeaders; text: string; at: number; heldMs: Promise<number> }

type DeliveryHeaders =
  | { status: number; headers?: Record<string, string>; body?: string; afterMs?: number }
  | 'silence'
  | 'reset'

export type Answer = (count: number, delivery: Delivery) => DeliveryHeaders | Promise<DeliveryHeaders>

/** The URLs that a run has the server call: an HTTPS listener for each of two hosts, and a path for each URL. */
export class Receivers {
  readonly #settings: z.output<typeof settings>
  readonly #paths = new Map<string, { answer: Answer; deliveries: Delivery[] }>()
  readonly #servers = new Map<number, Promise<Server>>()

  constructor(file: string) {
    this.#settings = readReceiverFile(file)
  }

  /** A new URL that answers as specified, with all below it, depending on the number of the request. */
  async open(answer: Answer = () => ({ status: 204 })): Promise<Receiver> {
    return await this.#openAt(this.#settings, answer)
  }

  /** The same, at another host. */
  async openElsewhere(answer: Answer): Promise<Receiver> {
    return await this.#openAt(this.#settings.other ?? skip('needs another host in the file of --receiver'), answer)
  }

  /** These receivers, all at one of the further hosts; `undefined` if there are not that many. */
  among(n: number): Pick<Receivers, 'open'> | undefined {
    const name = this.#settings.crowd[n]
    return name === undefined ? undefined : { open: answer => this.#openAt({ ...this.#settings, name }, answer) }
  }

  /** These receivers, all at the other host. */
  elsewhere(): Pick<Receivers, 'open'> {
    return { open: (answer = () => ({ status: 204 })) => this.openElsewhere(answer) }
  }

  async close(): Promise<void> {
    for (const listening of this.#servers.values()) {
      const server = await listening
      server.closeAllConnections()
      server.close()
    }
  }

  async #openAt(
    { name, port }: { name: string; port: number },
    answer: Answer = () => ({ status: 204 }),
  ): Promise<Receiver> {
    const listening = this.#servers.get(port) ?? this.#listen(port)
    this.#servers.set(port, listening)
    await listening
    const path = `/${randomBytes(8).toString('hex')}`
    const route = { answer, deliveries: [] }
    this.#paths.set(path, route)
    return new Receiver(`https://${name}${path}`, route.deliveries)
  }

  #listen(port: number): Promise<Server> {
    const { key, cert, address } = this.#settings
    const server = createServer({ key, cert }, async (request, response) => {
      const found = this.#paths.get(`/${request.url?.split('/')[1]}`)
      const text = (await buffer(request)).toString('utf8')
      const at = Date.now()
      const heldMs = new Promise<number>(resolve => response.once('close', () => resolve(Date.now() - at)))
      const delivery = { headers: request.headers, text, at, heldMs }
      found?.deliveries.push(delivery)
      const answer = (await found?.answer(found.deliveries.length, delivery)) ?? { status: 404 }
      if (answer === 'reset') return void request.socket.destroy()
      if (answer === 'silence') return
      if (answer.afterMs !== undefined) await pause(answer.afterMs, undefined, { ref: false })
      response.writeHead(answer.status, answer.headers).end(answer.body)
    })
    server.on('tlsClientError', () => {})
    server.unref()
    return new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, address, () => resolve(server))
    })
  }
}

export class Receiver {
  readonly url: string
  readonly deliveries: Delivery[]

  constructor(url: string, deliveries: Delivery[]) {
    this.url = url
    this.deliveries = deliveries
  }

  /** Those of the type, once there are that many. */
  async until(count: number, type?: string): Promise<Delivery[]> {
    const found = () => this.deliveries.filter(({ headers }) => !type || headers['x-service-event'] === type)
    for (const end = Date.now() + patienceMs; found().length < count; ) {
      if (Date.now() > end) throw new Error(`${found().length} of ${count} deliveries came within ${patienceMs} ms`)
      await pause(50)
    }
    return found()
  }
}

/** Which of the two signature forms, `service` and `standard`, verify with the secret. */
export function signaturesThatHold({ headers, text }: Delivery, secret: string): string[] {
  const header = (name: string) => String(headers[name] ?? '')
  const { t = '', v1 = '' } = Object.fromEntries(
    header('x-service-signature')
      .split(',')
      .map(part => part.split('=')),
  )
  const service = createHmac('sha256', secret).update(`${t}.${text}`).digest('hex')
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signed = `${header('webhook-id')}.${header('webhook-timestamp')}.${text}`
  const standard = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  return [
    ...(isEqual(service, v1) ? ['service'] : []),
    ...(header('webhook-signature')
      .split(' ')
      .some(one => isEqual(one, standard))
      ? ['standard']
      : []),
  ]
}

const isEqual = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** Where the server can call; without it, the check is skipped. */
export function needsReceivers<Some>({ receivers }: { receivers?: Some | undefined }): Some {
  return receivers ?? skip('needs --receiver')
}
