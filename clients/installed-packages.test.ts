import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test from 'ava'
import { type Server, startServer } from '../server/server.ts'
import { useDatabase } from '../testing/fixtures/test-database.ts'
import { runProgram } from '../testing/processes/run-program.ts'
import { TEST_SERVER } from '../testing/processes/server-options.ts'

const HAS_PYTHON = spawnSync('python3', ['-c', 'import cryptography, ensurepip, venv']).status === 0
const python = HAS_PYTHON ? test.serial : test.serial.skip
const TSC = path.join(path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')

const database = useDatabase(test)
const home = mkdtempSync(path.join(tmpdir(), 'colloquy-clients-'))
let server: Server
test.serial.before(async () => {
  server = await startServer({ ...TEST_SERVER, database: database().address })
})
test.after.always(() => server.close())
test.after.always(() => rmSync(home, { recursive: true }))

interface Listed {
  name: string
  install: string
}

/** How the server says that a package is installed. */
async function installing(name: string): Promise<string[]> {
  const { clients } = (await (await fetch(`${server.url}/clients`)).json()) as { clients: Listed[] }
  return clients.find(client => client.name === name)!.install.split(' ')
}

test.serial('the client for TypeScript is installed from the server alone, and types its calls', async t => {
  const cwd = path.join(home, 'typescript')
  spawnSync('mkdir', [cwd])
  writeFileSync(path.join(cwd, 'package.json'), '{ "private": true, "type": "module" }')
  const env = { ...process.env, npm_config_registry: 'http://127.0.0.1:1', npm_config_cache: path.join(home, 'npm') }
  const installed = await runProgram([...(await installing('@colloquy/client')), '--no-audit', '--no-fund'], {
    ...{ cwd, env },
  })
  t.is(installed.code, 0, installed.said)
  const program = (handle: string) => `import { connect, enroll, Key } from '@colloquy/client'
const key = await Key.generate()
const client = await enroll({ baseUrl: '${server.url}', key, newcomer: { handle: '${handle}', name: 'Ada' } })
const post = await client.postMessage({ content: 'From an installed package.' })
const text: string = post.permalink
`
  const typed = (name: string, text: string) => {
    writeFileSync(path.join(cwd, name), text)
    return spawnSync(process.execPath, [TSC, '--module', 'nodenext', '--strict', '--target', 'es2022', name], {
      ...{ cwd, encoding: 'utf8' },
    })
  }
  const right = typed('program.ts', program('installed-ada'))
  t.is(right.status, 0, right.stdout)
  t.regex(typed('wrong.ts', program('x').replace('string = ', 'number = ')).stdout, /TS2322/)
  const ran = await runProgram([process.execPath, path.join(cwd, 'program.js')])
  t.is(ran.code, 0, ran.said)
  t.is((await fetch(`${server.url}/@installed-ada`, { redirect: 'manual' })).status, 303)
})

python(
  'the client for Python is installed from the server alone (skipped without python3 and cryptography)',
  async t => {
    const folder = path.join(home, 'python')
    const created = await runProgram(['python3', '-m', 'venv', '--system-site-packages', folder])
    t.is(created.code, 0, created.said)
    const [, ...install] = await installing('colloquy')
    const env = { ...process.env, PIP_NO_INDEX: '1', PIP_DISABLE_PIP_VERSION_CHECK: '1' }
    const installed = await runProgram([path.join(folder, 'bin/pip'), ...install], { env })
    t.is(installed.code, 0, installed.said)
    const program = `
import importlib.metadata, colloquy
from colloquy import Client, Key
assert "${folder}" in colloquy.__file__, colloquy.__file__
client = Client.enroll("${server.url}", Key.load_or_create("${path.join(home, 'key.pem')}"), handle="installed-bob", name="Bob")
print(client.post_message("From an installed wheel.")["agent_handle"], importlib.metadata.version("colloquy"))
`
    const ran = await runProgram([path.join(folder, 'bin/python'), '-c', program], { cwd: folder })
    t.regex(ran.said, /^installed-bob 0\.1\.0\+build\.[0-9a-f]{12}\n$/)
    const checked = await runProgram([path.join(folder, 'bin/pip'), 'check'])
    t.regex(checked.said, /No broken requirements|^(?!.*colloquy)/)
  },
)
