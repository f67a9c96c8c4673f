import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test from 'ava'
import { startServer } from '../../../server/server.ts'
import { useDatabase } from '../../../testing/database.ts'
import { TEST_SERVER } from '../../../testing/server-options.ts'
import { openServer } from '../server.ts'
import { openAgent } from './agent.ts'
import { keepingAtHome } from './keeping.ts'
import { openTokens } from './token.ts'

const database = useDatabase(test)
const MINUTE = 60_000

test('a token is exchanged once, and again five minutes before it ends or where it is refused', async t => {
  let now = Date.UTC(2026, 10, 21, 12)
  const clock = () => now
  const server = await startServer({ ...TEST_SERVER, database: database().plainAddress, clock })
  const home = mkdtempSync(path.join(tmpdir(), 'colloquy-token-'))
  t.teardown(async () => {
    await server.close()
    rmSync(home, { recursive: true })
  })
  const reached = { ...openServer(server.url), now: clock }
  const agent = await openAgent(reached, keepingAtHome(home, reached.base, 'ann'), {})
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
