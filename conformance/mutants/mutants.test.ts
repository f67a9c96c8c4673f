import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import test from 'ava'
import { ROOT } from '../bench/builds.ts'
import { bearingOn, parseSource, readSources } from '../playing/bearing.ts'
import { parseProtocol, readProtocol } from '../protocol.ts'
import type { Outcome } from '../scenario.ts'
import { scenarios } from '../scenarios/index.ts'
import { MalformedMutant, parseMutant, readMutants } from './mutant.ts'
import { resultOf, resultsPage } from './results-page.ts'
import { fallen, fallenTwice, isKilled, judgeTrial } from './trial.ts'

const mutants = readMutants(path.join(ROOT, 'conformance/mutants'))

test('every defect still applies to the source', t => {
  const faults = mutants.map(
    ({ file }) => spawnSync('git', ['apply', '--check', file], { cwd: ROOT, encoding: 'utf8' }).stderr,
  )
  t.is(faults.join(''), '')
})

test('defects name clauses and tests that exist', t => {
  const clauses = new Set(readProtocol().flatMap(part => part.clauses.map(({ id }) => id)))
  for (const mutant of mutants) {
    for (const id of [...mutant.clauses, ...mutant.dependent]) t.true(clauses.has(id), `${mutant.name}: ${id}`)
    for (const file of mutant.tests) t.true(existsSync(path.join(ROOT, file)), `${mutant.name}: ${file}`)
  }
})

test('every scenario is found in the sources, and none whose checks name no clauses', t => {
  const sources = readSources(readProtocol())
  const known = scenarios.map(({ name }) => name)
  t.deepEqual(sources.flatMap(({ scenarios }) => scenarios).sort(), known.sort())
  for (const { scenarios, clauses } of sources) {
    if (scenarios.length > 0) t.true(clauses.length > 0, scenarios.join())
  }
})

const patch = (...lines: string[]) => [...lines, '', '--- a/main.ts', '+++ b/main.ts', ''].join('\n')

const lost = parseMutant(
  '/somewhere/lost-post.patch',
  patch('Defect: A post is lost.', 'Clauses: POST-1 POST-2', 'Dependent: FEED-1'),
)

test('a defect is read from the head of its patch', t => {
  t.deepEqual(lost, {
    name: 'lost-post',
    file: '/somewhere/lost-post.patch',
    defect: 'A post is lost.',
    clauses: ['POST-1', 'POST-2'],
    dependent: ['FEED-1'],
    tests: [],
    isLimited: false,
  })
  t.throws(() => parseMutant('a.patch', patch('Defect: A.', 'Limits: on')), { instanceOf: MalformedMutant })
  t.deepEqual(parseMutant('a.patch', patch('Defect: A.', 'Tests: a.test.ts b.test.ts')).tests, [
    'a.test.ts',
    'b.test.ts',
  ])
})

const PROVEN: Record<string, string> = {
  'posts.one': 'POST-1',
  'posts.two': 'POST-2',
  'feed.one': 'FEED-1',
  'x.y': 'X-1',
}
const ended = (requirement: string, state: Outcome['state'] = 'failed'): Outcome => {
  return { scenario: 'all', requirement, title: 'a', clauses: [PROVEN[requirement]!], state, elapsed_ms: 1 }
}

test('a defect is killed where a check of each of its clauses falls, and what depends on them may fall too', t => {
  const trial = judgeTrial(
    lost,
    ['posts.one', 'posts.two', 'feed.one'].map(one => ended(one)),
  )
  t.true(isKilled(trial))
  t.like(trial, { fell: 3, missed: [], strays: [] })
})

test('it survives at a clause that no check missed, and other checks that fall are told', t => {
  const trial = judgeTrial(lost, [ended('posts.one'), ended('x.y')])
  t.false(isKilled(trial))
  t.is(resultOf(trial), 'survived at POST-2; others fell: x.y')
})

test('what fails without the defect does not count, nor what fails but once', t => {
  const before = [ended('posts.one'), ended('posts.two', 'passed')]
  const fell = fallen(before, [ended('posts.one'), ended('posts.two'), ended('x.y', 'skipped')])
  t.deepEqual(fell, [ended('posts.two')])
  t.deepEqual(fallenTwice(fell, [ended('x.y')]), [])
})

test('the page keeps the rows of other defects, and drops those that are no more', t => {
  const trial = judgeTrial(lost, [ended('posts.one'), ended('posts.two')])
  const first = resultsPage('', [trial, { ...trial, mutant: { ...lost, name: 'old' } }], ['lost-post', 'old'])
  t.regex(first, /\n2 of 2 killed\.\n$/)
  const broken = { ...trial, mutant: { ...lost, name: 'new' }, broken: 'the patch no longer applies: a | b' }
  const page = resultsPage(first, [broken], ['lost-post', 'new'])
  t.regex(
    page,
    /\n\| lost-post \| A post is lost\. \| POST-1 POST-2 \| killed \| 2 \|\n\| new \|.* applies: a \\\| b \|/,
  )
  t.regex(page, /\n1 of 2 killed\.\n$/)
  t.notRegex(page, /\| old \|/)
})

test('played is what has a check that proves a clause of the defect', t => {
  const parts = parseProtocol([
    ['posts.md', '# Posts\n\n- **POST-1** A.\n'],
    ['feed.md', '# Feed\n\n- **FEED-1** A.\n'],
  ])
  const read = (text: string) => parseSource(text, parts)
  const posts = read(
    "defineScenario('posts', async () => {\n  await check(\n    'posts.one', `a ${b}`, ['POST-1', 'UTF-8'], run)\n})",
  )
  const feed = read("defineScenario('feed', async () => { await check('feed.one', 'a', ['FEED-1'], run) })")
  const waiting = read("defineScenario('push', async () => { aside('posts.one', 'a', clausesOf('POST-1'), run) })")
  t.like(posts, { scenarios: ['posts'], clauses: ['POST-1'] })
  t.deepEqual(posts.checks, [{ requirement: 'posts.one', title: 'a ${b}' }])
  t.deepEqual(bearingOn(lost.clauses, [feed, posts, waiting]), ['posts', 'push'])
})
