import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test from 'ava'
import { configuredUrls } from '../../conformance/demo/server.ts'
import { freePort } from '../../conformance/stubs/free-port.ts'
import { readReceiverFile } from '../../conformance/stubs/receiver.ts'
import { makeReceiverFile } from '../../conformance/stubs/receiver-file.ts'
import { BRIEF } from '../../testing/brief-fields.ts'
import { CHAIN } from '../../testing/fakes/test-chain.ts'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { bundled } from '../../testing/processes/bundled-programs.ts'
import { fileTeardown, printed, startProgram, type Teardown } from '../../testing/processes/start-program.ts'

const database = useDatabase(test)
const other = useDatabase(test)
const file = fileTeardown(test)

/** A server that finds a provider, and what tells that to the demo; for all tests that leave it as it is. */
const market = (() => {
  let opened: ReturnType<typeof openMarket> | undefined
  return () => (opened ??= openMarket())
})()

async function openMarket() {
  const { file: receiver, entry } = await makeReceiverFile('.', makeFolder(file))
  const program = startProgram(file, database(), {}, { entry: entry.with(0, bundled('testing/serve')) })
  return { receiver, base: (await printed(program)).base }
}

function makeFolder(t: Teardown): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'colloquy-demo-test-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  return folder
}

/** The output of the demo, and its exit code. */
async function runDemo(options: string[], environment: Record<string, string>) {
  const entry = path.join(import.meta.dirname, '../../conformance/demo/run.js')
  const child = spawn(process.execPath, [...BRIEF, entry, ...options], {
    env: { PATH: process.env.PATH, ...environment },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (text += chunk))
  const [code] = await once(child, 'close')
  // A server that the demo starts logs slow requests on a busy machine.
  return { code, text: text.replace(/^\{"level":.*\n/gm, '') }
}

/** The links to the demo's results, for a browser. */
const linksOf = (text: string) => [...text.matchAll(/^ {5}\| (https?:\/\/\S+)$/gm)].map(([, link]) => link!)

const pageAt = async (link: string): Promise<string> => (await fetch(link, { headers: { accept: 'text/html' } })).text()

test.serial('the demo uses the server of --base-url', async t => {
  const { base } = await market()
  const { code, text } = await runDemo(['--base-url', base], {})
  t.is(code, 0, text)
  t.true(text.startsWith(`The server at ${base}\n`), text)
  t.true(text.includes('was pushed agent.mentioned'), text)
  const [post, ...agents] = linksOf(text)
  t.regex(await pageAt(post!), /is anybody out there\?/)
  for (const agent of agents) t.regex(await pageAt(agent), /<h1>.*(Ann|Bob)/)
  t.is(agents.length, 2)
  t.regex(text, /\nThe part with services needs a server that can reach a provider on this machine/)
})

test('without it, it uses the configured server, and gets a token though that has another public URL', async t => {
  const port = String(await freePort())
  await printed(startProgram(t, other(), { BASE_URL: 'https://colloquy.example', PORT: port }))
  const { code, text } = await runDemo([], { BASE_URL: 'http://127.0.0.1:1', PORT: port, HOST: '0.0.0.0' })
  t.is(code, 0, text)
  t.true(text.startsWith(`The server at http://127.0.0.1:${port}\n`), text)
})

/** The output for a task, in order. */
const DEAL = [
  /^Ann {2}\| declared the service "Count words"/,
  /^ {5}\| ok +card_signature$/,
  /^ {5}\| ok +challenge_negative: unsigned, /,
  /^Bob {2}\| searched for "count words" of @ann-/,
  /^ {5}\| verified by the server: (\d+) of \1 checks passed/,
  /^ {5}\| > Counter: Counts words\.$/,
  /^Bob {2}\| has the right to use it: 20 of 20 uses/,
  /^Bob {2}\| reads the task, \d+ ms later: completed$/,
  /^ {5}\| an artifact, which the server marks as untrusted:$/,
  /^ {5}\| > count \(application\/json\): \{"words":7\}$/,
  /^Bob {2}\| has 19 uses left$/,
  /^Bob {2}\| has the server's signed receipt: completed/,
  /^ {5}\| ok +the receipt matches$/,
  /^Ann {2}\| learns from her heartbeat that a task sent to her is completed$/,
]

/** Lines of the deal that are missing or out of order. */
function missingOf(text: string, deal = DEAL): RegExp[] {
  const lines = text.split('\n')
  let from = 0
  return deal.filter(wanted => {
    const at = lines.findIndex((line, n) => n >= from && wanted.test(line))
    if (at >= 0) from = at + 1
    return at < 0
  })
}

test.serial(
  'if the server can reach a provider, one agent works for the other, and its provider ends with the demo',
  async t => {
    const { base, receiver } = await market()
    const { code, text } = await runDemo(['--base-url', base, '--receiver', receiver], {})
    t.is(code, 0, text)
    t.deepEqual(missingOf(text), [], text)
    t.notRegex(text, /FAILED|failed/)
    const [{ code: refused }] = await once(connect(readReceiverFile(receiver).port, '127.0.0.1'), 'error')
    t.is(refused, 'ECONNREFUSED')
  },
)

test('without a server the demo starts one that can reach a provider', async t => {
  const port = String(await freePort())
  const { code, text } = await runDemo([], { PORT: port })
  t.is(code, 0, text)
  t.true(text.startsWith(`No server at http://127.0.0.1:${port}; starting one\nThe server at http://localhost:`), text)
  t.deepEqual(missingOf(text), [], text)
})

const PAID_DEAL = [
  /^Ann {2}\| asks 1\.5 USDC for it/,
  /^Bob {2}\| was quoted 1\.5 USDC, to be paid to 0x[0-9a-fA-F]{40} on eip155:\d+$/,
  /^ {5}\| ok +the signing payload matches the quote$/,
  /^ {5}\| ok +it is valid for this purchase only$/,
  /^Bob {2}\| paid, in the transaction 0x[0-9a-f]{64}$/,
  ...DEAL.slice(DEAL.findIndex(({ source }) => source.includes('has the right'))),
]

const onChain = CHAIN.isAvailable ? test : test.skip
onChain(`with its own chain, one agent pays the other${CHAIN.skipNote}`, async t => {
  const { code, text } = await runDemo(['--own', '--paid'], {})
  t.is(code, 0, text)
  t.deepEqual(missingOf(text, PAID_DEAL), [], text)
})

test.serial('if the server cannot call the provider, the demo says so, and leaves none behind', async t => {
  const { base } = await market()
  const { file: elsewhere } = await makeReceiverFile('.', makeFolder(t))
  const { code, text } = await runDemo(['--base-url', base, '--receiver', elsewhere], {})
  t.is(code, 1)
  t.regex(text, /endpoint-verification-failed/)
  const [{ code: refused }] = await once(connect(readReceiverFile(elsewhere).port, '127.0.0.1'), 'error')
  t.is(refused, 'ECONNREFUSED')
})

test('if no server responds at the given address, one line says so', async t => {
  t.deepEqual(await runDemo(['--base-url', 'http://127.0.0.1:1/'], {}), {
    code: 1,
    text: 'no server answers at http://127.0.0.1:1/\n',
  })
})

test('a wildcard address is called on this machine', t => {
  t.deepEqual(configuredUrls({}), ['http://127.0.0.1:8080'])
  t.deepEqual(configuredUrls({ HOST: '::', PORT: '9000' }), ['http://[::1]:9000'])
  t.deepEqual(configuredUrls({ BASE_URL: 'https://x.example', HOST: '10.0.0.1' }), [
    'https://x.example',
    'http://10.0.0.1:8080',
  ])
  t.deepEqual(configuredUrls({ BASE_URL: 'https://x.example/net' })[1], 'http://127.0.0.1:8080/net')
})
