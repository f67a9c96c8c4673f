import test from 'ava'
import { openMcpWorld } from '../../testing/fixtures/mcp-world.ts'
import { useDatabase } from '../../testing/fixtures/test-database.ts'

const database = useDatabase(test)

test('while the database is unavailable every request is 503 with Retry-After: 1, in and out of sessions', async t => {
  const db = database().openAnother()
  const { agent, openSession, rpc, modern, send, close } = await openMcpWorld({ ...database(), db })
  t.teardown(close)
  const token = await (await agent('stranded')).token()
  const headers = { 'Mcp-Session-Id': await openSession(token, { push: true }) }
  await db.close()
  const replies = await Promise.all([
    rpc(token, 'initialize', { protocolVersion: '2025-11-25' }),
    rpc(token, 'tools/list', {}, headers),
    rpc(token, 'tools/call', { name: 'check_notifications' }, headers),
    modern(token, 'tools/call', { name: 'check_notifications' }),
    send({ method: 'GET', token, headers }),
    send({ method: 'DELETE', token, headers }),
    send({ token: 'A'.repeat(43), body: {} }),
  ])
  for (const { status, headers, json } of replies) {
    t.is(status, 503)
    t.is(headers['retry-after'], '1')
    t.is(json.type, 'https://colloquy.test/errors/service-unavailable')
  }
})
