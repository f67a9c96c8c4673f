import { readdirSync } from 'node:fs'
import path from 'node:path'
import test from 'ava'
import { FAMILIES } from './families/index.ts'
import type { Family, Things } from './family.ts'

const root = path.join(import.meta.dirname, '..')
const filesOf = (folder: string, recursive = false) =>
  readdirSync(path.join(root, folder), { recursive })
    .filter(name => /(?<!\.test)\.js$/.test(String(name)))
    .map(name => path.basename(String(name), '.js'))

const THINGS: Things = {
  ...{ own: 'x', unwanted: 'x', removed: 'x', theirs: 'x', said: 'x', heard: 'x', person: 'x', asked: 'x' },
}

/** The tools of which the family says something. */
function toolsIn(family: Family): string[] {
  const { tried, triedLast, ...members } = family
  const said = [...Object.values(members), tried?.(THINGS) ?? {}, triedLast?.() ?? {}]
  return said.flatMap(one => (Array.isArray(one) ? one : Object.keys(one)))
}

test('what tests ask of a tool stands in the file of its family', async t => {
  const names = filesOf('testing/families').filter(name => name !== 'index')
  t.is(names.length, FAMILIES.length)
  for (const name of names) {
    const [family] = Object.values(await import(`./families/${name}.js`)) as [Family]
    const own = filesOf(`tools/${name}`, true).map(file => file.replaceAll('-', '_'))
    t.deepEqual(
      toolsIn(family).filter(tool => !own.includes(tool)),
      [],
      name,
    )
  }
})
