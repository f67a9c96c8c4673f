import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test from 'ava'
import { BEFORE, buildsBeside, nameOf, ROOT, startLine } from './builds.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'builds-'))
test.after.always(() => rmSync(folder, { recursive: true, force: true }))

function writeBuild(name: string, start = 'node bundle/main.js', output = 'bundle'): string {
  const root = path.join(folder, name)
  mkdirSync(path.join(root, output), { recursive: true })
  writeFileSync(path.join(root, output, 'main.js'), '')
  writeFileSync(path.join(root, 'package.json'), JSON.stringify({ scripts: { start } }))
  return root
}

test('this build runs alone, or first of two', t => {
  const root = writeBuild('two')
  t.deepEqual(buildsBeside(undefined), [{ root: ROOT, suffix: '' }])
  t.deepEqual(buildsBeside(root), [
    { root: ROOT, suffix: '' },
    { root, suffix: BEFORE },
  ])
})

test('a folder without a build is refused', t => {
  const root = writeBuild('sources only', 'node bundle/main.js', 'elsewhere')
  t.throws(() => buildsBeside(root), { message: /there is no bundle\/main\.js/ })
})

test('a folder that is no checkout is labelled with its name', t => {
  t.is(nameOf({ root: writeBuild('unpacked'), suffix: BEFORE }), 'unpacked')
})

test('each build starts its own program with its own flags', t => {
  const root = writeBuild('flags', 'node build.mjs --bundle && node --max-semi-space-size=8 bundle/main.js')
  t.deepEqual(startLine(root), [process.execPath, '--max-semi-space-size=8', path.join(root, 'bundle/main.js')])
  const plain = writeBuild('plain', 'node dist/main.js', 'dist')
  t.deepEqual(startLine(plain).slice(1), [path.join(plain, 'dist/main.js')])
})
