import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { createReverseProxy } from '../../testing/fakes/reverse-proxy.ts'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { bundled } from '../../testing/processes/bundled-programs.ts'
import { printed, startProgram } from '../../testing/processes/start-program.ts'
import type { DoctorFinding } from '../doctor/finding.ts'
import { forwardedAddresses } from '../doctor/public-url.ts'

const database = useDatabase(test)
const SECRETS = ['a secret of more than 32 characters', 'hidden-password']

async function textOf(stream: AsyncIterable<unknown> | null): Promise<string> {
  let text = ''
  for await (const chunk of stream ?? []) text += chunk
  return text
}

async function doctor(
  t: ExecutionContext,
  environment: Record<string, string>,
  words: string[] = ['--json'],
  place = database(),
) {
  const child = startProgram(t, place, environment, { entry: [bundled('operator'), 'doctor', ...words] })
  const closed = once(child, 'close')
  const [stdout, stderr] = await Promise.all([textOf(child.stdout), textOf(child.stderr)])
  await closed
  for (const secret of SECRETS) t.false(`${stdout}${stderr}`.includes(secret))
  return { code: child.exitCode, stdout, stderr }
}

/** The doctor's findings, by check. */
async function findings(t: ExecutionContext, environment: Record<string, string>, place = database()) {
  const { code, stdout } = await doctor(t, environment, ['--json'], place)
  const list = (JSON.parse(stdout) as { findings: DoctorFinding[] }).findings
  t.is(code, list.some(({ state }) => state === 'change') ? 1 : 0)
  return Object.fromEntries(list.map(({ check, state, reported }) => [check, { state, told: reported }]))
}

test('behind a proxy the doctor reports the address of clients, and which proxy to trust', async t => {
  const proxy = await createReverseProxy('/social', 'stripping')
  t.teardown(() => proxy.close())
  const settings = { PORT: String(proxy.port), BASE_URL: `${proxy.origin}/social` }
  await printed(startProgram(t, database(), settings))
  const found = await findings(t, settings)
  for (const check of ['base url', 'clock', 'database', 'schema', 'host header', 'scheme', 'streaming', 'key files'])
    t.is(found[check]?.state, 'ok', `${check}: ${found[check]?.told}`)
  t.deepEqual(found['forwarded addresses'], {
    state: 'change',
    told: 'all clients are identified as 127.0.0.1 (192.0.2.1 > 127.0.0.1): set TRUSTED_PROXIES=127.0.0.1',
  })
  t.is(found.mail?.state, 'unknown')
  const { code, stdout } = await doctor(t, settings, [])
  t.is(code, 1)
  t.regex(stdout, /^CHANGE {2}forwarded addresses: /m)
  t.regex(stdout, /^ok {6}base url: /m)
})

test('no server, no mail, and files that others can read: each in one line', async t => {
  const folder = mkdtempSync(path.join(tmpdir(), 'doctor-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'colloquy.conf')
  writeFileSync(file, 'SMTP_URL=smtp://me:hidden-password@127.0.0.1:1\n')
  chmodSync(file, 0o644)
  const { port, close } = await createReverseProxy('', 'keeping')
  await close()
  const environment = {
    BASE_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: 'postgres://me:hidden-password@127.0.0.1:1/none',
  }
  const { code, stdout } = await doctor(t, environment, ['--json', '--config', file])
  t.is(code, 1)
  const list = (JSON.parse(stdout) as { findings: DoctorFinding[] }).findings
  const changes = list.filter(({ state }) => state === 'change').map(({ check, reported }) => `${check}: ${reported}`)
  t.deepEqual(
    changes
      .map(line => line.replaceAll(file, 'FILE').replace(`:${port}`, ':PORT'))
      .filter(line => !line.startsWith('disk')),
    [
      'base url: http://127.0.0.1:PORT is not reachable (ECONNREFUSED); start the server, or fix DNS, TLS or the proxy',
      'database: the database at 127.0.0.1:1 does not respond: ECONNREFUSED 127.0.0.1:1',
      'key files: other accounts can read FILE: chmod 600 FILE',
      'mail: the SMTP server does not accept mail (ESOCKET): fix SMTP_URL',
    ],
  )
})

test("an invalid configuration is the doctor's only finding", async t => {
  const { code, stdout } = await doctor(t, { BASE_URL: `https://$\{HOST_NAME}` }, [])
  t.is(code, 1)
  t.regex(
    stdout,
    /^CHANGE {2}configuration: BASE_URL: contains a \$\{\.\.\.} that was not expanded; write its value\n$/,
  )
  const unknown = await doctor(t, {}, ['--loud'])
  t.deepEqual([unknown.code, unknown.stderr], [2, 'doctor has no option --loud; it accepts none\n'])
})

test('the measured chain says what to change', t => {
  const seen = { forwarded_proto: null, host: 'a', http_version: '1.1', now_ms: 0 }
  const judge = (forwarded_for: string | null, peer: string, client: string, trusted: string[]) => {
    const { state, reported } = forwardedAddresses({ ...seen, forwarded_for, peer, client }, trusted)
    return `${state}: ${reported}`
  }
  const CLAIMED = '203.0.113.7'
  t.regex(judge(CLAIMED, '198.51.100.1', '198.51.100.1', []), /^ok: no proxy adds addresses/)
  t.regex(judge(CLAIMED, '10.0.0.1', CLAIMED, ['10.0.0.1']), /^change: clients can claim any address/)
  t.regex(judge(null, '10.0.0.1', '10.0.0.1', []), /^change: the proxy adds no address/)
  t.regex(judge(null, '10.0.0.1', '10.0.0.1', ['10.0.0.1']), /^change: the proxy adds no address/)
  t.regex(judge('198.51.100.1', '::ffff:10.0.0.1', '10.0.0.1', []), /set TRUSTED_PROXIES=10\.0\.0\.1$/)
  t.regex(judge('198.51.100.1, 10.0.0.2', '10.0.0.1', '10.0.0.1', ['10.0.0.2']), /=10\.0\.0\.2,10\.0\.0\.1$/)
  t.regex(judge('198.51.100.1', '10.0.0.1', '198.51.100.1', ['10.0.0.0/8']), /^ok: clients are distinguished/)
  t.regex(
    judge(`${CLAIMED}, 10.0.0.1`, '10.0.0.1', CLAIMED, ['10.0.0.1']),
    /^unknown: requested from the address of a proxy/,
  )
})

test('without the keys of the installation the path does not exist', async t => {
  const { base } = await printed(startProgram(t, database(), {}))
  for (const proof of ['', `${Date.now()}.AAAA`, 'x'.repeat(100)]) {
    for (const path of ['/api/v1/aui/doctor', '/api/v1/aui/doctor/stream']) {
      const answer = await fetch(`${base}${path}`, { headers: { 'X-Colloquy-Doctor': proof } })
      t.is(answer.status, 404, path)
      await answer.text()
    }
  }
})

test('with request logging, each request has a line in the log, without the requested path', async t => {
  const child = startProgram(t, database(), { LOG_REQUESTS: 'on', LOG_LEVEL: 'info' })
  let logged = ''
  child.stderr!.on('data', chunk => (logged += chunk))
  const { base } = await printed(child)
  const answer = await fetch(`${base}/api/v1/aui/agents/a-secret-name`)
  await answer.text()
  const closed = textOf(child.stderr)
  child.kill('SIGTERM')
  await closed
  const lines = logged
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  const line = lines.find(({ msg }) => msg === 'request')
  t.like(line, { method: 'GET', status: answer.status, request_id: answer.headers.get('x-request-id') })
  t.is(typeof line.duration_ms, 'number')
  t.regex(line.route, /:identifier|\{/)
  t.false(logged.includes('a-secret-name'))
})
