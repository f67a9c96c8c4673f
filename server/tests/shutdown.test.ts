import { Agent, get, type IncomingMessage } from 'node:http'
import test from 'ava'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { TEST_SERVER } from '../../testing/processes/server-options.ts'
import { startServer } from '../server.ts'

const database = useDatabase(test)

/** Uses one connection while the server keeps it open. */
async function ask(url: string, agent: Agent): Promise<IncomingMessage> {
  return await new Promise((resolve, reject) => {
    get(url, { agent }, answer => answer.resume().on('end', () => resolve(answer))).on('error', reject)
  })
}

test('a stopping server is not ready, continues to answer, and keeps no connection open', async t => {
  let leave = () => {}
  const left = new Promise<void>(resolve => (leave = resolve))
  const server = await startServer({ ...TEST_SERVER, database: database().plainAddress, leaving: () => left })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const before = await ask(`${server.url}/readyz`, agent)
  t.deepEqual([before.statusCode, before.headers.connection], [200, 'keep-alive'])
  const closing = server.close()
  const ready = await ask(`${server.url}/readyz`, agent)
  t.deepEqual([ready.statusCode, ready.headers.connection], [503, 'close'])
  const answered = await ask(`${server.url}/api/v1/aui/discovery.json`, agent)
  t.deepEqual([answered.statusCode, answered.headers.connection], [200, 'close'])
  leave()
  await closing
  await t.throwsAsync(ask(`${server.url}/readyz`, agent), { code: 'ECONNREFUSED' })
})
