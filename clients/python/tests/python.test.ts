import { spawnSync } from 'node:child_process'
import path from 'node:path'
import test from 'ava'
import { startServer } from '../../../server/server.ts'
import { closeNeighbour, startNeighbour } from '../../../testing/fixtures/neighbouring-servers.ts'
import { useDatabase } from '../../../testing/fixtures/test-database.ts'
import { killRepeatedly } from '../../../testing/processes/killed-agent.ts'
import { runProgram } from '../../../testing/processes/run-program.ts'
import { TEST_SERVER } from '../../../testing/processes/server-options.ts'

const HAS_PYTHON = spawnSync('python3', ['-c', 'import cryptography']).status === 0
const FOLDER = path.join(import.meta.dirname, '../../../../clients/python')
const UNWRITTEN = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHONPATH: FOLDER }

// Servers at one database write one log, whose origin is the address of one of them.
const python = HAS_PYTHON ? test.serial : test.serial.skip
const database = useDatabase(test)
const other = useDatabase(test)

python('the Python client keeps its own tests (skipped without python3 and cryptography)', async t => {
  const servers = [await startNeighbour(database()), await startNeighbour(other())] as const
  t.teardown(async () => void (await Promise.all(servers.map(closeNeighbour))))
  const env = { ...UNWRITTEN, COLLOQUY_URL: servers[0].url, COLLOQUY_OTHER_URL: servers[1].url }
  const { code, said } = await runProgram(['python3', '-m', 'unittest'], { cwd: FOLDER, env })
  t.is(code, 0, said)
  t.regex(said, /Ran \d\d+ tests[\s\S]*\nOK\n$/)
})

python('killed again and again, the Python agent answers each mention once', async t => {
  const server = await startServer({ ...TEST_SERVER, database: database().address })
  t.teardown(() => server.close())
  const command = ['python3', path.join(FOLDER, 'example/agent.py')]
  const { answers, repeated } = await killRepeatedly(t, server.url, command, UNWRITTEN)
  t.deepEqual([...new Set(answers)], [1], String(answers))
  t.true(repeated > 0)
})
