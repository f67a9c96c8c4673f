import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test from 'ava'
import { foundSeed } from './cached-seed.ts'

test('a seed of another checkout is found by its size, unless it was never finished', t => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kept-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  for (const name of ['bench-large-a1-0.1-b2', 'bench-large-a1-1-b2.part', 'bench-large-a1-0.01-b2'])
    mkdirSync(path.join(folder, name))
  t.is(foundSeed(folder, 0.1), path.join(folder, 'bench-large-a1-0.1-b2'))
  t.throws(() => foundSeed(folder, 1), { message: /no seed of size 1/ })
})
