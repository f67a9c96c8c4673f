// Runs the conformance suite in two concurrent parts, because much of it is waiting. Each part has its own two server
// processes that share a port, an operator who can also move their clocks, a webhook receiver and a payment chain. In
// addition, the checks that need a server without rate limits run against another server. With arguments, which are
// passed to the suite, the suite runs as one part and only with limits.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { openPaying } from '../../dist/conformance/steps/payment-steps.js'
import { makeReceiverFile } from '../../dist/conformance/stubs/receiver-file.js'

const root = path.join(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'colloquy-ci-'))

/** The exit code of the suite or, if it passed, of the server, and the suite's output if it was buffered. */
async function runSuite(name, settings, args, output = 'inherit') {
  const paying = await openPaying(root, path.join(folder, `chain-${name}`))
  const receiver = await makeReceiverFile(root, path.join(folder, `receiver-${name}`))
  const env = {
    ...process.env,
    ...{ PORT: '0', DATA_DIR: path.join(folder, name), WEB_CONCURRENCY: '2', LOG_LEVEL: 'warn' },
    ...{ ALLOWED_ORIGINS: 'https://app.example', ...paying.settings, ...settings },
  }
  const clock = ['--clock-file', path.join(folder, `clock-${name}`)]
  const stdio = ['ignore', 'pipe', 'inherit']
  const entry = receiver.entry.with(0, 'dist/bundle/testing/serve.js')
  const server = spawn(process.execPath, [...entry, ...clock], { cwd: root, env, stdio })
  const exited = once(server, 'exit')
  let printed = ''
  for await (const chunk of server.stdout) {
    printed += chunk
    if (printed.includes('Ctrl-C')) break
  }
  const [, baseUrl] = /base URL +(\S+)/.exec(printed) ?? []
  let [code, printedLater] = [1, Promise.resolve('')]
  if (baseUrl) {
    const operator = `"${process.execPath}" dist/testing/operator-verbs.js ${clock.join(' ')}`
    const options = ['--operator', operator, '--receiver', receiver.file]
    const line = ['dist/conformance/run.js', '--base-url', baseUrl, ...options, ...args]
    const suite = spawn(process.execPath, line, { cwd: root, env, stdio: ['inherit', output, output] })
    if (suite.stdout) printedLater = Promise.all([text(suite.stdout), text(suite.stderr)]).then(texts => texts.join(''))
    ;[code] = await once(suite, 'exit')
    server.kill('SIGTERM')
  }
  const [ended] = await exited
  await paying.stop()
  if (ended !== 0) process.stderr.write(`the server ended with exit code ${ended}\n`)
  return { code: (code ?? 1) || ended, printed: await printedLater }
}

const args = process.argv.slice(2)
const isWhole = args.length === 0
// A slow machine exceeds the default limit of an hour.
const whole = ['--keep', '--minutes', '180']
const unlimited = ['--unlimited', '--only', '^(rate limits: buckets|settings of an operator)$']
// The run without limits does not delete what it creates, since its database is discarded.
const inBackground = isWhole
  ? [
      runSuite('second-part', {}, [...whole, '--part', '2/2'], 'pipe'),
      runSuite('unlimited', { RATE_LIMITS: 'off' }, unlimited, 'pipe'),
    ]
  : []
const first = await runSuite('first-part', {}, isWhole ? [...whole, '--part', '1/2'] : args)
const concurrent = await Promise.all(inBackground)
for (const { printed } of concurrent) process.stdout.write(printed)
rmSync(folder, { recursive: true, force: true })
process.exitCode = Math.max(...[first, ...concurrent].map(({ code }) => code))
