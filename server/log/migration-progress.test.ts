import test from 'ava'
import { showMigrations } from './migration-progress.ts'

function run(isTTY: boolean, { isQuiet = false, isLogged = false } = {}) {
  const [written, logged]: [string[], object[]] = [[], []]
  const output = { isTTY, write: (text: string) => void written.push(text) }
  const log = { info: (...entry: object[]) => void logged.push(entry) }
  const advance = showMigrations({ isQuiet, output, ...(isLogged && { log: log as never }) })
  advance(0, 2, '0001_one.sql')
  advance(1, 2, '0002_two.sql')
  advance(2, 2)
  return { written, logged }
}

test('a terminal shows a bar that is cleared at the end', t => {
  const { written, logged } = run(true, { isLogged: true })
  t.is(written[1], '\r\x1b[K[############------------] migrations: 1 of 2, 0002_two.sql')
  t.deepEqual([written.at(-1), logged], ['\r\x1b[K', []])
})

test('otherwise there is a line for each migration, in the log if there is one', t => {
  t.deepEqual(run(false).written, [
    'migrations: 0 of 2, 0001_one.sql\n',
    'migrations: 1 of 2, 0002_two.sql\n',
    'migrations: 2 of 2\n',
  ])
  const { written, logged } = run(false, { isLogged: true })
  t.deepEqual(written, [])
  t.deepEqual(logged[1], [{ migration: '0002_two.sql', done: 1, total: 2 }, 'running a migration'])
})

test('with --quiet there is no output', t => {
  for (const isTTY of [true, false]) {
    t.deepEqual(run(isTTY, { isQuiet: true, isLogged: true }), { written: [], logged: [] })
  }
})
