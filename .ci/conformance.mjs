// Runs the conformance suite against two server processes that share a port, started for it, with an operator who also
// moves their clocks, and somewhere for webhooks to lead to. What is said behind it goes to the suite.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { makePremises } from '../dist/conformance/premises.js'

const root = path.join(import.meta.dirname, '..')
const folder = mkdtempSync(path.join(tmpdir(), 'colloquy-ci-'))
const env = {
  ...process.env,
  ...{ PORT: '0', DATA_DIR: path.join(folder, 'data'), WEB_CONCURRENCY: '2', LOG_LEVEL: 'warn' },
  ALLOWED_ORIGINS: 'https://app.example',
}
const clock = ['--clock-file', path.join(folder, 'clock')]
const premises = await makePremises(root, path.join(folder, 'receiver'))
const server = spawn(process.execPath, [...premises.entry, ...clock], {
  cwd: root,
  env,
  stdio: ['ignore', 'pipe', 'inherit'],
})
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
  const words = ['dist/conformance/run.js', '--base-url', baseUrl, ...lent, ...process.argv.slice(2)]
  const suite = spawn(process.execPath, words, { cwd: root, env, stdio: 'inherit' })
  ;[code] = await once(suite, 'exit')
  server.kill('SIGTERM')
}
const [ended] = await exited
rmSync(folder, { recursive: true, force: true })
if (ended !== 0) process.stderr.write(`the server ended with exit code ${ended}\n`)
process.exit(code || ended)
