import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ExecutionContext } from 'ava'

/** Where a settling process is stopped: before its request reaches the node, or before the response returns. */
export interface GatePoint {
  method: string
  isPassed: boolean
  /** Ignores calls of that method before the first transaction was sent. */
  afterSending?: boolean
}

/** A proxy for a blockchain node that holds calls of one method at `point`, until it is opened. */
export async function createNodeGate(t: Pick<ExecutionContext, 'teardown'>, url: string) {
  let point: GatePoint | undefined
  let hasSent = false
  let reached = () => {}
  let held: (() => void)[] = []
  const wait = () => {
    const released = new Promise<void>(resolve => held.push(resolve))
    reached()
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
    /** Sets the point; resolves once a call is held there. */
    hold(at: GatePoint) {
      point = at
      hasSent = false
      return new Promise<void>(resolve => (reached = resolve))
    },
    /** Lets later calls pass; the held ones remain held. */
    open() {
      point = undefined
    },
    /** Releases the held calls. */
    release() {
      for (const go of held) go()
      held = []
    },
  }
}
