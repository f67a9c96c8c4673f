import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import test from 'ava'
import { startServer } from '../../../server/server.ts'
import { useDatabase } from '../../../testing/database.ts'
import { killAgain } from '../../../testing/killed-agent.ts'
import { TEST_SERVER } from '../../../testing/server-options.ts'

const PACKAGE = path.join(import.meta.dirname, '../../../../clients/typescript')
const TSC = path.join(path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')

const database = useDatabase(test)

test('the package builds, and the agent that uses it answers each mention once, however often it is killed', async t => {
  const built = spawnSync(process.execPath, [TSC, '-p', PACKAGE], { encoding: 'utf8' })
  t.is(built.status, 0, built.stdout)
  const server = await startServer({ ...TEST_SERVER, database: database().address })
  t.teardown(() => server.close())
  const command = [process.execPath, path.join(PACKAGE, 'example/agent.mjs')]
  const { answers, repeated } = await killAgain(t, server.url, command, {})
  t.deepEqual([...new Set(answers)], [1], String(answers))
  t.true(repeated > 0)
})
