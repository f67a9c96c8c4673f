import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import test from 'ava'

const FILE = 'dist/clients/packages/colloquy-agent.tgz'

/** Names and texts of an archive as ustar has it. */
function filesIn(tar: Buffer): Map<string, string> {
  const files = new Map<string, string>()
  const text = (start: number, length: number) => tar.toString('utf8', start, start + length).replace(/\0.*$/s, '')
  for (let at = 0; tar[at] !== 0; ) {
    const size = Number.parseInt(text(at + 124, 12), 8)
    files.set(text(at, 100), tar.toString('utf8', at + 512, at + 512 + size))
    at += 512 + Math.ceil(size / 512) * 512
  }
  return files
}

test('the package has what runs, and nothing that only tests or building need', t => {
  const files = filesIn(gunzipSync(readFileSync(FILE)))
  const manifest = JSON.parse(files.get('package/package.json') ?? '')
  t.like(manifest, { name: 'colloquy-agent', type: 'module', bin: { 'colloquy-agent': 'main.js' } })
  t.false('dependencies' in manifest)
  t.true(files.get('package/main.js')?.startsWith('#!/usr/bin/env node\n'))
  t.true([...files.keys()].every(name => /^package\/[\w/.-]+\.(js|json|md)$|^package\/LICENSE$/.test(name)))
  t.false([...files].some(([name, text]) => name.includes('.test.') || /sourceMappingURL/.test(text)))
  const imported = [...files.values()].flatMap(text => [...text.matchAll(/^import .* from "([^"]+)"/gm)])
  t.true(imported.length > 50)
  t.deepEqual(
    imported.map(([, from = '']) => from).filter(from => !/^(node:|\.)/.test(from)),
    [],
  )
})

test('two builds of the same files have the same bytes', t => {
  const names = readdirSync('dist/clients/packages')
  t.is(names.length, 4)
  for (const name of names) {
    const [one, other] = ['dist', 'bundle'].map(folder => readFileSync(`${folder}/clients/packages/${name}`))
    t.true(one?.equals(other!), name)
  }
})
