import { readdirSync } from 'node:fs'
import path from 'node:path'
import test from 'ava'
import type { AttemptTargets, FeatureCoverage } from './feature-coverage.ts'
import { FAMILIES } from './features/index.ts'

const root = path.join(import.meta.dirname, '..')
const filesOf = (folder: string, recursive = false) =>
  readdirSync(path.join(root, folder), { recursive })
    .filter(name => /(?<!\.test)\.js$/.test(String(name)))
    .map(name => path.basename(String(name), '.js'))

const TARGETS: AttemptTargets = {
  ...{
    own: 'x',
    unwanted: 'x',
    removed: 'x',
    theirs: 'x',
    ownComment: 'x',
    theirComment: 'x',
    person: 'x',
    requestedOwner: 'x',
  },
}

/** The tools that a feature's test data mentions. */
function toolsIn(family: FeatureCoverage): string[] {
  const { writeAttempts, lastWriteAttempts, ...rest } = family
  const members = [...Object.values(rest), writeAttempts?.(TARGETS) ?? {}, lastWriteAttempts?.() ?? {}]
  return members.flatMap(member => (Array.isArray(member) ? member : Object.keys(member)))
}

test('the test data of a tool is in the file of its feature', async t => {
  const names = filesOf('testing/features').filter(name => name !== 'index')
  t.is(names.length, FAMILIES.length)
  for (const name of names) {
    const [family] = Object.values(await import(`./features/${name}.js`)) as [FeatureCoverage]
    const own = filesOf(`tools/${name}`, true).map(file => file.replaceAll('-', '_'))
    t.deepEqual(
      toolsIn(family).filter(tool => !own.includes(tool)),
      [],
      name,
    )
  }
})
