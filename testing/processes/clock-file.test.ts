import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import test from 'ava'
import { clockOfFile, writeOffset } from './clock-file.ts'

test('the time is that of the machine, moved by what the file holds in each turn of the event loop', async t => {
  const folder = mkdtempSync(path.join(tmpdir(), 'colloquy-clock-'))
  const file = path.join(folder, 'clock')
  const now = clockOfFile(file, () => 1_000_000)
  t.is(now(), 1_000_000)
  writeOffset(file, -250_000)
  await nextTurn()
  t.is(now(), 750_000)
  writeOffset(file, 5)
  t.is(now(), 750_000)
  await nextTurn()
  t.is(now(), 1_000_005)
  writeFileSync(file, 'nonsense')
  await nextTurn()
  t.is(now(), 1_000_000)
  rmSync(folder, { recursive: true })
})
