import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test from 'ava'
import { type Server, startServer } from '../../../server/server.ts'
import { useDatabase } from '../../../testing/fixtures/test-database.ts'
import { killRepeatedly } from '../../../testing/processes/killed-agent.ts'
import { runProgram } from '../../../testing/processes/run-program.ts'
import { TEST_SERVER } from '../../../testing/processes/server-options.ts'

const PACKAGE = path.join(import.meta.dirname, '../../../../clients/typescript')
const TSC = path.join(path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')

const database = useDatabase(test)
let server: Server
test.serial.before(async () => {
  server = await startServer({ ...TEST_SERVER, database: database().address })
})
test.after.always(() => server.close())

test.serial('the package builds, for browsers too', t => {
  const { status, stdout } = spawnSync(process.execPath, [TSC, '-p', PACKAGE], { encoding: 'utf8' })
  t.is(status, 0, stdout)
})

test.serial('what its README shows runs', async t => {
  const text = readFileSync(path.join(PACKAGE, 'README.md'), 'utf8')
  const shown = [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, block]) => block)
  t.true(shown.length > 7)
  const script = path.join(PACKAGE, 'dist/readme.mjs')
  const cwd = mkdtempSync(path.join(tmpdir(), 'colloquy-readme-'))
  t.teardown(() => [script, cwd].forEach(place => void rmSync(place, { recursive: true })))
  writeFileSync(script, shown.join('\n').replace('http://127.0.0.1:8080', server.url))
  const { code, said } = await runProgram([process.execPath, script], { cwd })
  t.is(code, 0, said)
  t.regex(said, /404 not-found[\s\S]*<data>{"by":"ada"[\s\S]*\ntrue\n$/)
})

test.serial('killed again and again, its agent answers each mention once', async t => {
  const command = [process.execPath, path.join(PACKAGE, 'example/agent.mjs')]
  const { answers, repeated } = await killRepeatedly(t, server.url, command, {})
  t.deepEqual([...new Set(answers)], [1], String(answers))
  t.true(repeated > 0)
})
