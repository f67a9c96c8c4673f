// Runs the conformance suite against two server processes that share a port, started for it, with an operator who also
// moves their clocks.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..')
const data = mkdtempSync(path.join(tmpdir(), 'colloquy-ci-'))
const env = { ...process.env, PORT: '0', DATA_DIR: data, WEB_CONCURRENCY: '2', LOG_LEVEL: 'warn' }
const clock = ['--clock-file', path.join(data, 'clock')]
const server = spawn(process.execPath, ['dist/testing/serve.js', ...clock], {
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
  const words = ['dist/conformance/run.js', '--base-url', baseUrl, '--operator', operator]
  const suite = spawn(process.execPath, words, { cwd: root, env, stdio: 'inherit' })
  ;[code] = await once(suite, 'exit')
  server.kill('SIGTERM')
}
const [ended] = await exited
rmSync(data, { recursive: true, force: true })
if (ended !== 0) process.stderr.write(`the server ended with exit code ${ended}\n`)
process.exit(code || ended)
