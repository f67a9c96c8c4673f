// A server ends with the process that started it, and leaves none behind: each test waits until its output is closed.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { environmentAt } from '../../testing/processes/operator-process.ts'
import { printed } from '../../testing/processes/start-program.ts'

const database = useDatabase(test)

const NPM = /^npm_/i

/** Starts the server with this command, and waits until it serves. */
async function serving(t: ExecutionContext, [program, ...words]: [string, ...string[]]): Promise<ChildProcess> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'colloquy-launcher-'))
  // As from a shell, since npm may have started the tests.
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !NPM.test(name)))
  const child = spawn(program, words, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...own, ...environmentAt(database(), dataDir), LOG_LEVEL: 'silent', PORT: '0' },
    // A process group, so that leftovers of a failure can be killed.
    detached: true,
  })
  const closed = once(child, 'close')
  t.teardown(async () => {
    try {
      process.kill(-child.pid!, 'SIGKILL')
    } catch (error) {
      // ESRCH: the process has ended, as expected.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
    await closed
    rmSync(dataDir, { recursive: true })
  })
  t.regex((await printed(child)).base, /^http:/)
  child.stdout!.resume()
  return child
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  test.serial(`a launcher that receives ${signal} ends once the server has stopped`, async t => {
    const child = await serving(t, [process.execPath, 'colloquy.mjs'])
    child.kill(signal)
    t.deepEqual(await once(child, 'close'), [0, null])
  })

// npx runs a shell in between, which only this signal ends.
for (const [name, words, signals] of [
  ['npx colloquy', ['exec', '--call', 'node colloquy.mjs; exit $?'], ['SIGTERM']],
  ['npm start', ['start'], ['SIGTERM', 'SIGHUP']],
  ['npm run serve:test', ['run', 'serve:test'], ['SIGTERM', 'SIGHUP']],
] as const)
  for (const signal of signals)
    test.serial(`\`${name}\` leaves no server behind when npm receives ${signal}`, async t => {
      const child = await serving(t, ['npm', ...words])
      child.kill(signal)
      await once(child, 'close')
      t.true(child.signalCode === signal || child.exitCode === 0)
    })
