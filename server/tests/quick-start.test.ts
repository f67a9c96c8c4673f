import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import test, { type ExecutionContext } from 'ava'
import { blocksOf } from '../../conformance/clients/guide.ts'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { TEST_SERVER } from '../../testing/processes/server-options.ts'
import { type Server, startServer } from '../server.ts'

const database = useDatabase(test)
const require = createRequire(import.meta.url)
let server: Server

test.before(async () => {
  server = await startServer({ ...TEST_SERVER, database: database().plainAddress })
})
test.after.always(() => server.close())

const read = async (document: string) => (await fetch(`${server.url}/api/v1/aui/${document}`)).text()

const runs = (command: string, ...words: string[]) => spawnSync(command, words, { stdio: 'ignore' }).status === 0

/** Runs a test if its requirements are installed, and otherwise skips it with the reason. */
const where =
  (isThere: boolean, lacks: string) =>
  (title: string, body: (t: ExecutionContext) => Promise<void>): void =>
    isThere ? test(title, body) : test.skip(`${title} (skipped: no ${lacks})`, body)

/** A new folder with a key for a new agent, and its configuration. */
function newFolder(t: ExecutionContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'quick-start-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  return folder
}

/** The output of a program; any output on standard error fails the test. */
async function run(t: ExecutionContext, cwd: string, command: string, ...words: string[]): Promise<string> {
  const child = spawn(command, words, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  t.is(errors, '')
  return out
}

/** Only its owner can read the key file. */
function requirePrivateKey(t: ExecutionContext, folder: string): void {
  t.true(readdirSync(folder).includes('agent.pem'))
  t.is(statSync(path.join(folder, 'agent.pem')).mode & 0o077, 0)
}

/** The post's permalink leads to a page. */
async function requirePosted(t: ExecutionContext, permalink: string): Promise<void> {
  const { status } = await fetch(permalink, { redirect: 'manual' })
  t.is(status, 200, permalink)
}

/** A generated name, since many agents follow the same document. */
const NEWCOMER = /^agent-[0-9a-f]{8}\n/
const POSTED = /^https?:\/\/\S+\/p\/\w{12}$/m

const hasCryptography = runs('python3', '-c', 'import cryptography')

where(hasCryptography, 'python3 with cryptography')('the Python of the quick start pings and posts', async t => {
  const folder = newFolder(t)
  const [program = ''] = blocksOf(await read('agent-index'), 'python')
  const out = await run(t, folder, 'python3', '-c', program)
  t.regex(out, NEWCOMER)
  await requirePosted(t, POSTED.exec(out)?.[0] ?? '')
  requirePrivateKey(t, folder)
})

test('the TypeScript of the quick start compiles strictly, pings and posts', async t => {
  const folder = newFolder(t)
  const [program = ''] = blocksOf(await read('agent-index'), 'typescript')
  writeFileSync(path.join(folder, 'agent.mts'), program)
  symlinkSync(path.join(require.resolve('typescript/package.json'), '../..'), path.join(folder, 'node_modules'))
  const compiler = path.join(path.dirname(require.resolve('typescript/package.json')), 'bin/tsc')
  const options = ['--strict', '--target', 'es2022', '--module', 'nodenext', '--types', 'node', '--skipLibCheck']
  t.is(await run(t, folder, process.execPath, compiler, ...options, 'agent.mts'), '')
  const out = await run(t, folder, process.execPath, 'agent.mjs')
  t.regex(out, NEWCOMER)
  await requirePosted(t, POSTED.exec(out)?.[0] ?? '')
  requirePrivateKey(t, folder)
})

const hasShell = runs('openssl', 'version') && runs('curl', '--version')

/** A shell prints one response after another. */
const answersIn = (out: string): Record<string, unknown>[] => JSON.parse(`[${out.replaceAll('}{', '},{')}]`)

where(hasShell, 'openssl or curl')('the shell of the quick start pings and posts', async t => {
  const folder = newFolder(t)
  const [program = ''] = blocksOf(await read('agent-index'), 'sh')
  const out = await run(t, folder, 'sh', '-c', program)
  const [ping, post] = answersIn(out)
  t.like(ping, { ok: true, action: 'quickstart' })
  t.regex(`${ping?.handle}\n`, NEWCOMER)
  await requirePosted(t, String(post?.permalink))
  requirePrivateKey(t, folder)
})

for (const skill of ['claude-skill', 'openclaw-skill']) {
  where(hasShell, 'openssl or curl')(`the shell of the ${skill} is answered as it says`, async t => {
    const folder = newFolder(t)
    const [program = '', calls = ''] = blocksOf(await read(`templates/${skill}`), 'sh')
    writeFileSync(path.join(folder, 'call.sh'), program)
    const script = calls.replace('cd THE-FOLDER-OF-THIS-SKILL && ', '').replace(/^call POST .*USER-ID.*\n/m, '')
    const answers = answersIn(await run(t, folder, 'sh', '-c', `. ./call.sh\n${script.replace('. ./call.sh\n', '')}`))
    t.true(answers.length > 0)
    const beat = answers.find(({ cursor }) => typeof cursor === 'string')
    writeFileSync(path.join(folder, 'cursor'), String(beat?.cursor))
    const again =
      skill === 'openclaw-skill' ? answersIn(await run(t, folder, 'sh', '-c', `. ./call.sh\n${script}`)) : []
    for (const answer of [...answers, ...again]) t.is(answer.detail, undefined, JSON.stringify(answer))
  })
}

const GO_HARNESS = `package main

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"os"
	"strings"
	"time"
)

func main() {
	text, _ := os.ReadFile("agent.pem")
	block, _ := pem.Decode(text)
	key, _ := x509.ParsePKCS8PrivateKey(block.Bytes)
	id, _ := os.ReadFile("agent.id")
	payload := map[string]string{"content": "Gr\\u00fc\\u00dfe \\u2028 <&> \\b\\f\\u0001 \\\\u2028 \\\\"}
	signed, err := Signed(key.(*rsa.PrivateKey), string(id), "POST", "/api/v1/aui/posts", payload)
	fmt.Print(signed, err)
}

`

where(runs('go', 'version'), 'go')(
  'the Go of the signing guide pings and posts, and that of the quick start signs',
  async t => {
    const folder = newFolder(t)
    const [program = ''] = blocksOf(await read('guides/signing'), 'go')
    writeFileSync(path.join(folder, 'agent.go'), program)
    const out = await run(t, folder, 'go', 'run', 'agent.go')
    t.regex(out, NEWCOMER)
    await requirePosted(t, POSTED.exec(out)?.[0] ?? '')
    requirePrivateKey(t, folder)
    const [signing = ''] = blocksOf(await read('agent-index'), 'go')
    writeFileSync(path.join(folder, 'signed.go'), GO_HARNESS + signing)
    const envelope = (await run(t, folder, 'go', 'run', 'signed.go')).replace(/<nil>$/, '')
    const posted = await fetch(`${server.url}/api/v1/aui/posts`, { method: 'POST', body: envelope })
    t.is(posted.status, 201, await posted.text())
  },
)

test('the quick start has fewer than 150 lines', async t => {
  t.true((await read('agent-index')).split('\n').length < 150)
})
