import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ExecutionContext } from 'ava'

/** Where a process that settles is held: before the node receives its request, or before it receives the response. */
export interface GatePoint {
  method: string
  isPassed: boolean
  /** The call of that method that counts, after the first that records something. */
  afterSending?: boolean
}

/** In front of the node: holds the call of the point, and whatever of it comes after, until it is opened. */
export async function createNodeGate(t: Pick<ExecutionContext, 'teardown'>, url: string) {
  let point: GatePoint | undefined
  let hasSent = false
  let reach = () => {}
  let held: (() => void)[] = []
  const wait = () => {
    const released = new Promise<void>(resolve => held.push(resolve))
    reach()
    return released
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const { method } = JSON.parse(body.toString())
    const at = point?.method === method && (hasSent || !point?.afterSending) ? point : undefined
    if (method === 'eth_sendRawTransaction') hasSent = true
    if (at && !at.isPassed) await wait()
    const headers = { 'content-type': 'application/json' }
    const answer = await (await fetch(url, { method: 'POST', body, headers })).text()
    if (at?.isPassed) await wait()
    response.end(answer)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Resolves once somebody is held there. */
    hold(at: GatePoint) {
      point = at
      hasSent = false
      return new Promise<void>(resolve => (reach = resolve))
    },
    /** For what comes; what is held stays so. */
    open() {
      point = undefined
    },
    /** Lets go on what is held. */
    release() {
      for (const go of held) go()
      held = []
    },
  }
}
