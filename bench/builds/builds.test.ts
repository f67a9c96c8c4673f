import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test from 'ava'
import { BEFORE, buildsBeside, nameOf, ROOT, startLine } from './builds.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'builds-'))
test.after.always(() => rmSync(folder, { recursive: true, force: true }))

function writeBuild(name: string, start: string): string {
  const root = path.join(folder, name)
  mkdirSync(path.join(root, 'dist'), { recursive: true })
  writeFileSync(path.join(root, 'dist/main.js'), '')
  writeFileSync(path.join(root, 'package.json'), JSON.stringify({ scripts: { start } }))
  return root
}

test('this build plays alone, or first of two', t => {
  const root = writeBuild('two', '')
  t.deepEqual(buildsBeside(undefined), [{ root: ROOT, suffix: '' }])
  t.deepEqual(buildsBeside(root), [
    { root: ROOT, suffix: '' },
    { root, suffix: BEFORE },
  ])
})

test('a folder without a build is refused', t => {
  t.throws(() => buildsBeside(path.join(folder, 'none')), { message: /there is no dist\/main\.js/ })
})

test('a folder that is no checkout is called by its name', t => {
  t.is(nameOf({ root: writeBuild('unpacked', ''), suffix: BEFORE }), 'unpacked')
})

test('each build is started with the flags of its own', t => {
  const root = writeBuild('flags', 'node build.mjs && node --max-semi-space-size=8 dist/main.js')
  t.deepEqual(startLine(root), [process.execPath, '--max-semi-space-size=8', path.join(root, 'dist/main.js')])
  t.deepEqual(startLine(writeBuild('plain', 'node dist/main.js')).slice(1), [path.join(folder, 'plain/dist/main.js')])
})
