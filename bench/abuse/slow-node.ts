import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

const SLOW_MS = 1_000

/** A proxy for a chain's node that delays each response by a second. */
export async function openSlowNode(url: string): Promise<{ url: string; stop(): void }> {
  const server = createServer((request, response) => {
    const hand = async () => {
      const body = await text(request)
      const [answer] = await Promise.all([
        fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } }).then(one => one.text()),
        pause(SLOW_MS),
      ])
      response.end(answer)
    }
    // The client or the node may have disconnected.
    hand().catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
