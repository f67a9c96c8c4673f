import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What stands between a client and a server: it passes bytes on, and loses them when it is told to. */
export interface Front {
  url: string
  /** Where it passes on to. */
  port: number
  /** Breaks every connection. */
  cut(): void
  /** Breaks the connection of the next request that has this text, once the server has answered it. */
  loseAnswerTo(text: string): void
  close(): Promise<void>
}

export async function openFront(port: number): Promise<Front> {
  const sockets = new Set<Socket>()
  let losing: string | undefined
  const server = createServer(client => {
    const behind = connect(port, '127.0.0.1')
    let isLost = false
    const end = () => {
      client.destroy()
      behind.destroy()
      sockets.delete(client)
    }
    sockets.add(client)
    client.on('data', bytes => {
      if (losing !== undefined && bytes.includes(losing)) {
        losing = undefined
        isLost = true
      }
      behind.write(bytes)
    })
    behind.on('data', bytes => (isLost ? end() : client.write(bytes)))
    for (const socket of [client, behind]) socket.on('error', end).on('close', end)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    port,
    cut,
    loseAnswerTo(text) {
      losing = text
    },
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
