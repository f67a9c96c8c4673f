import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy between a client and a server that drops or delays responses on request. */
export interface LossyProxy {
  url: string
  /** The port of the proxy. */
  port: number
  /** Breaks every connection. */
  cut(): void
  /**
   * Breaks the connection of the next request that contains this text, once the server has responded; only if the
   * response contains `pattern`.
   */
  dropResponseTo(text: string, pattern?: string): void
  /** Whether that request has not come yet, or has no response yet. */
  isAwaiting(): boolean
  /** Like `dropResponseTo`, but holds the response and all that follows on the connection until `release()`. */
  holdResponseTo(text: string, pattern?: string): { release(): void }
  close(): Promise<void>
}

interface Awaited {
  text: string
  pattern: string
  answered(client: Socket, bytes: Buffer): void
  /** The client's connection of the request. */
  client?: Socket
}

interface Passing {
  sockets: Set<Socket>
  held: Map<Socket, Buffer[]>
  awaited: Awaited | undefined
}

function pass(client: Socket, behind: Socket, passing: Passing): void {
  const { sockets, held } = passing
  const end = () => {
    client.destroy()
    behind.destroy()
    sockets.delete(client)
  }
  sockets.add(client)
  client.on('data', bytes => {
    const { awaited } = passing
    if (awaited && !awaited.client && bytes.includes(awaited.text)) awaited.client = client
    behind.write(bytes)
  })
  behind.on('data', bytes => {
    const { awaited } = passing
    const queued = held.get(client)
    if (queued) return void queued.push(bytes)
    if (awaited?.client !== client || !bytes.includes(awaited.pattern)) return void client.write(bytes)
    passing.awaited = undefined
    awaited.answered(client, bytes)
  })
  for (const socket of [client, behind]) socket.on('error', end).on('close', end)
}

/** Starts a proxy for a local port or a Unix socket. */
export async function createLossyProxy(target: number | string): Promise<LossyProxy> {
  const passing: Passing = { sockets: new Set(), held: new Map(), awaited: undefined }
  const { sockets, held } = passing
  const reach = () => (typeof target === 'number' ? connect(target, '127.0.0.1') : connect(target))
  const server = createServer(client => pass(client, reach(), passing))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    cut,
    isAwaiting: () => passing.awaited !== undefined,
    dropResponseTo(text, pattern = '') {
      passing.awaited = { text, pattern, answered: client => client.destroy() }
    },
    holdResponseTo(text, pattern = '') {
      passing.awaited = { text, pattern, answered: (client, bytes) => held.set(client, [bytes]) }
      return {
        release() {
          for (const [client, queued] of held) for (const bytes of queued) client.write(bytes)
          held.clear()
        },
      }
    },
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
