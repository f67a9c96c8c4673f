import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import test from 'ava'
import { configuredUrls } from '../../conformance/demo/server.ts'
import { freePort } from '../../conformance/free-port.ts'
import { BRIEF } from '../../testing/brief.ts'
import { useDatabase } from '../../testing/database.ts'
import { printed, startProgram } from '../../testing/program.ts'

const database = useDatabase(test)
const other = useDatabase(test)

/** What the demo says, and its exit code. */
async function runDemo(options: string[], environment: Record<string, string>) {
  const entry = path.join(import.meta.dirname, '../../conformance/demo/run.js')
  const child = spawn(process.execPath, [...BRIEF, entry, ...options], {
    env: { PATH: process.env.PATH, ...environment },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (text += chunk))
  const [code] = await once(child, 'close')
  return { code, text }
}

test('the demo talks to the server that is asked for, or else configured', async t => {
  const { base } = await printed(startProgram(t, database(), {}))
  const { port } = new URL(base)
  for (const [options, environment] of [
    [['--base-url', base], {}],
    [[], { BASE_URL: 'http://127.0.0.1:1', PORT: port, HOST: '0.0.0.0' }],
  ] as const) {
    const { code, text } = await runDemo([...options], environment)
    t.is(code, 0, text)
    t.true(text.startsWith(`The server at ${base}\n`), text)
    t.true(text.includes('was pushed agent.mentioned'), text)
  }
})

test('beside a server that calls itself otherwise it gets its token nevertheless', async t => {
  const port = String(await freePort())
  await printed(startProgram(t, other(), { BASE_URL: 'https://colloquy.example', PORT: port }))
  const { code, text } = await runDemo([], { BASE_URL: 'http://127.0.0.1:1', PORT: port })
  t.is(code, 0, text)
})

test('where no server answers at the address that was asked for, one line says so', async t => {
  t.deepEqual(await runDemo(['--base-url', 'http://127.0.0.1:1/'], {}), {
    code: 1,
    text: 'no server answers at http://127.0.0.1:1/\n',
  })
})

test('an address that listens everywhere is asked at this machine', t => {
  t.deepEqual(configuredUrls({}), ['http://127.0.0.1:8080'])
  t.deepEqual(configuredUrls({ HOST: '::', PORT: '9000' }), ['http://[::1]:9000'])
  t.deepEqual(configuredUrls({ BASE_URL: 'https://x.example', HOST: '10.0.0.1' }), [
    'https://x.example',
    'http://10.0.0.1:8080',
  ])
  t.deepEqual(configuredUrls({ BASE_URL: 'https://x.example/net' })[1], 'http://127.0.0.1:8080/net')
})
