import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import test from 'ava'
import { createJsonRpc, NodeError, NodeUnavailable } from './json-rpc.ts'

type Answer = (response: ServerResponse, id: number) => void

/** A node with scripted responses. */
async function openNode(answer: Answer) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    answer(response, JSON.parse(Buffer.concat(chunks).toString()).id)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}/hidden`, close }
}

const json =
  (body: (id: number) => unknown, status = 200): Answer =>
  (response, id) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body(id)))

test('the result of a node is returned', async t => {
  const node = await openNode(json(id => ({ jsonrpc: '2.0', id, result: '0x14a34' })))
  t.is(await createJsonRpc(node.url).call('eth_chainId', []), '0x14a34')
  node.close()
})

test('an error of a node is distinguished from a missing response', async t => {
  const error = { code: 3, message: 'execution reverted', data: '0x08c379a0' }
  const node = await openNode(json(id => ({ jsonrpc: '2.0', id, error })))
  const refusal = await t.throwsAsync(createJsonRpc(node.url).call('eth_call', []), { instanceOf: NodeError })
  t.deepEqual([refusal.code, refusal.reason, refusal.data], [3, 'execution reverted', '0x08c379a0'])
  node.close()
})

test('a node with invalid responses is unavailable, and its address is not revealed', async t => {
  const answers: Answer[] = [
    json(() => ({}), 429),
    json(() => ({}), 502),
    json(id => ({ jsonrpc: '2.0', id: id + 1, result: '0x1' })),
    json(id => ({ jsonrpc: '2.0', id })),
    json(() => null),
    response => response.end('<html>'),
    response => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    response => response.end(Buffer.alloc(5 * 1024 * 1024, 32)),
    response => response.destroy(),
  ]
  for (const [index, answer] of answers.entries()) {
    const node = await openNode(answer)
    const error = await t.throwsAsync(
      createJsonRpc(node.url).call('eth_chainId', []),
      { instanceOf: NodeUnavailable },
      `${index}`,
    )
    t.false(/127\.0\.0\.1|hidden/.test(error.message), error.message)
    node.close()
  }
})

test('a node that hangs times out', async t => {
  const node = await openNode(() => {})
  const error = await t.throwsAsync(createJsonRpc(node.url, 20).call('eth_chainId', []), {
    instanceOf: NodeUnavailable,
  })
  t.is(error.reason, 'timed out')
  node.close()
  await t.throwsAsync(createJsonRpc('http://127.0.0.1:1/').call('eth_chainId', []), { instanceOf: NodeUnavailable })
})
