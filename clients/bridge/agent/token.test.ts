import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { startServer } from '../../../server/server.ts'
import { useDatabase } from '../../../testing/fixtures/test-database.ts'
import { TEST_SERVER } from '../../../testing/processes/server-options.ts'
import { openServer } from '../server.ts'
import { openAgent } from './agent.ts'
import { keepingAtHome } from './keeping.ts'
import { openTokens } from './token.ts'

const database = useDatabase(test)
const MINUTE = 60_000

function makeHome(t: ExecutionContext): string {
  const home = mkdtempSync(path.join(tmpdir(), 'colloquy-token-'))
  t.teardown(() => rmSync(home, { recursive: true }))
  return home
}

test.serial('a token is exchanged once, and again five minutes before it ends or where it is refused', async t => {
  let now = Date.UTC(2026, 10, 21, 12)
  const clock = () => now
  const server = await startServer({ ...TEST_SERVER, database: database().plainAddress, clock })
  t.teardown(() => server.close())
  const reached = { ...openServer(server.url), now: clock }
  const agent = await openAgent(reached, keepingAtHome(makeHome(t), reached.base, 'ann'), { handle: 'ann' })
  const tokens = openTokens(agent, 'feed:read')
  const status = async (token: string) =>
    (await fetch(`${server.url}/api/v1/aui/feed`, { headers: { Authorization: `Bearer ${token}` } })).status

  const [first, same] = await Promise.all([tokens.current(), tokens.current()])
  t.is(first, same)
  now += 54 * MINUTE
  t.is(await tokens.current(), first)
  now += MINUTE
  const second = await tokens.current()
  t.not(second, first)
  t.deepEqual([await status(first), await status(second)], [200, 200])
  tokens.drop(first)
  t.is(await tokens.current(), second)
  tokens.drop(second)
  t.not(await tokens.current(), second)
})

test.serial('a machine whose clock is wrong signs by the time of the server', async t => {
  const rightly = Date.now
  const server = await startServer({ ...TEST_SERVER, database: database().plainAddress, clock: () => rightly() })
  t.teardown(async () => {
    Date.now = rightly
    await server.close()
  })
  Date.now = () => rightly() + 20 * MINUTE
  const reached = openServer(server.url)
  const keeping = keepingAtHome(makeHome(t), reached.base, 'late')
  await t.throwsAsync(openAgent(reached, keeping, { handle: 'late' }), { message: /proof/ })
  await reached.discover()
  const agent = await openAgent(reached, keeping, { handle: 'late' })
  t.like(await agent.call({ method: 'POST', path: '/ping', action: 'ping' }), { handle: 'late' })
  t.truthy(await openTokens(agent, 'feed:read').current())
})
