// Runs the conformance suite against two server processes that share a port, started for it, with an operator who also
// moves their clocks, somewhere for webhooks to lead to, and a chain to pay on; and once more, of what can only be seen where the rate
// limits are off, without them. Words behind the command go to the suite, which is then played with limits alone.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openPaying } from '../dist/conformance/paying.js'
import { makePremises } from '../dist/conformance/premises.js'

const root = path.join(import.meta.dirname, '..')
const folder = mkdtempSync(path.join(tmpdir(), 'colloquy-ci-'))
const premises = await makePremises(root, path.join(folder, 'receiver'))
const paying = await openPaying(root, path.join(folder, 'chain'))

/** The exit code of the suite, or else that of the server. */
async function play(name, settings, words) {
  const env = {
    ...process.env,
    ...{ PORT: '0', DATA_DIR: path.join(folder, name), WEB_CONCURRENCY: '2', LOG_LEVEL: 'warn' },
    ...{ ALLOWED_ORIGINS: 'https://app.example', ...paying.settings, ...settings },
  }
  const clock = ['--clock-file', path.join(folder, `clock-${name}`)]
  const stdio = ['ignore', 'pipe', 'inherit']
  const server = spawn(process.execPath, [...premises.entry, ...clock], { cwd: root, env, stdio })
  const exited = once(server, 'exit')
  let printed = ''
  for await (const chunk of server.stdout) {
    printed += chunk
    if (printed.includes('Ctrl-C')) break
  }
  const [, baseUrl] = /base URL +(\S+)/.exec(printed) ?? []
  let code = 1
  if (baseUrl) {
    const operator = `"${process.execPath}" dist/testing/operator-verbs.js ${clock.join(' ')}`
    const lent = ['--operator', operator, '--receiver', premises.file]
    const line = ['dist/conformance/run.js', '--base-url', baseUrl, ...lent, ...words]
    const suite = spawn(process.execPath, line, { cwd: root, env, stdio: 'inherit' })
    ;[code] = await once(suite, 'exit')
    server.kill('SIGTERM')
  }
  const [ended] = await exited
  if (ended !== 0) process.stderr.write(`the server ended with exit code ${ended}\n`)
  return code || ended
}

const words = process.argv.slice(2)
const code = await play('limited', {}, words)
const unlimited = ['--unlimited', '--only', '^(rate limits: buckets|settings of an operator)$']
const other = words.length > 0 ? 0 : await play('unlimited', { RATE_LIMITS: 'off' }, unlimited)
await paying.stop()
rmSync(folder, { recursive: true, force: true })
process.exit(code || other)
