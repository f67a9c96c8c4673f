#!/usr/bin/env node
// `colloquy [--config FILE]` is the server, `colloquy operator VERB` the operator's command line, `colloquy demo` two
// agents that meet on a server. All of it is compiled.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

const house = import.meta.dirname
const BESIDE = { operator: 'bundle/operator.js', demo: 'bundle/conformance/demo/run.js' }
const [word, ...more] = process.argv.slice(2)

if (!existsSync(path.join(house, 'bundle/main.js'))) {
  process.stderr.write('nothing is compiled here: npm run build\n')
  process.exit(78)
}
if (Object.hasOwn(BESIDE, word ?? '')) {
  process.argv = [process.argv[0], path.join(house, BESIDE[word]), ...more]
  await import(process.argv[1])
} else await serve(process.argv.slice(2))

/** As `npm start`: what only the command line of Node can say, it has to be started with. */
async function serve(words) {
  const flags = ['--require', path.join(house, 'process.cjs'), '--v8-pool-size=1', '--max-semi-space-size=8']
  const line = [...process.execArgv, ...flags, path.join(house, 'bundle/main.js'), ...words]
  // From Node 22.15 on a process can become another one; before that it waits for it.
  if (process.execve) process.execve(process.execPath, [process.execPath, ...line], process.env)
  await import('./process.cjs')
  const server = spawn(process.execPath, line, { stdio: 'inherit' })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => server.kill(signal))
  server.once('exit', (code, signal) => {
    process.exitCode = code ?? 1
    if (signal === 'SIGKILL') process.stderr.write('the server was killed\n')
  })
}
