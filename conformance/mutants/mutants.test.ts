import path from 'node:path'
import test from 'ava'
import { parseProtocol, readProtocol } from '../protocol.ts'
import { parseSource, readSources, scenariosProving } from '../runner/scenarios-by-clause.ts'
import type { Outcome } from '../scenario.ts'
import { scenarios } from '../scenarios/index.ts'
import { ROOT } from './repository.ts'
import { faultsOf, type Mutant, mutate, readMutants } from './rules.ts'
import { isKilled, judgeTrial, newFailures, repeatedFailures, resultOf } from './trial.ts'

const mutants = readMutants(path.join(ROOT, 'conformance/mutants'))

const clauses = new Set(readProtocol().flatMap(part => part.clauses.map(({ id }) => id)))

test('every mutant matches its file once and names clauses and tests that exist', t => {
  t.deepEqual(faultsOf(mutants, ROOT, clauses), [])
})

test('every scenario is found in the sources, and none whose checks name no clauses', t => {
  const sources = readSources(readProtocol())
  const known = scenarios.map(({ name }) => name)
  t.deepEqual(sources.flatMap(({ scenarios }) => scenarios).sort(), known.sort())
  for (const { scenarios, clauses } of sources) {
    if (scenarios.length > 0) t.true(clauses.length > 0, scenarios.join())
  }
})

const lost: Mutant = {
  name: 'post-lost',
  file: 'LICENSE',
  find: 'MIT License',
  replace: 'No License',
  clauses: ['POST-1', 'POST-2'],
  dependent: ['FEED-1'],
  tests: [],
  rate_limits: false,
}

test('a mutant replaces the one occurrence of what it finds', t => {
  t.is(mutate('MIT License $&', { ...lost, replace: "$' License" }), "$' License $&")
  t.throws(() => mutate('MIT License, MIT License', lost), { message: /occurs 2 times in LICENSE/ })
})

test('a rule that does not match, or names what is not there, is reported', t => {
  const faults = (change: Partial<Mutant>) =>
    faultsOf([{ ...lost, ...change }], ROOT, new Set(['POST-1', 'POST-2', 'FEED-1']))
  t.deepEqual(faults({}), [])
  t.deepEqual(
    faults({ find: 'the ' }).map(fault => fault.replace(/\d+/, 'n')),
    ['post-lost: `find` occurs n times in LICENSE'],
  )
  t.deepEqual(faults({ file: 'gone.ts', clauses: ['POST-3'], tests: ['gone.test.ts'] }), [
    'post-lost: there is no gone.ts',
    'post-lost: the protocol has no clause POST-3',
    'post-lost: there is no gone.test.ts',
  ])
  t.deepEqual(faults({ clauses: [], replace: lost.find }), [
    'post-lost: `replace` equals `find`',
    'post-lost: names no clauses and no tests',
  ])
  const many = Array.from({ length: 151 }, (_, n) => ({ ...lost, name: `post-lost-${n}` }))
  t.deepEqual(faultsOf(many, ROOT, clauses), ['151 mutants, at most 150'])
  t.deepEqual(faultsOf([lost, lost], ROOT, clauses), ['post-lost: another mutant has this name'])
})

const PROVEN: Record<string, string> = {
  'posts.one': 'POST-1',
  'posts.two': 'POST-2',
  'feed.one': 'FEED-1',
  'x.y': 'X-1',
}
const ended = (title: string, state: Outcome['state'] = 'failed'): Outcome => {
  return { scenario: 'all', title, clauses: [PROVEN[title]!], state, elapsed_ms: 1 }
}

test('a defect is killed where a check of each of its clauses falls, and what depends on them may fall too', t => {
  const trial = judgeTrial(
    lost,
    ['posts.one', 'posts.two', 'feed.one'].map(one => ended(one)),
  )
  t.true(isKilled(trial))
  t.like(trial, { fell: 3, missed: [], strays: [] })
})

test('it survives at a clause that no check missed, and other failing checks are reported', t => {
  const trial = judgeTrial(lost, [ended('posts.one'), ended('x.y')])
  t.false(isKilled(trial))
  t.is(resultOf(trial), 'survived at POST-2; others failed: all: x.y')
})

test('what fails without the defect does not count, nor what fails but once', t => {
  const before = [ended('posts.one'), ended('posts.two', 'passed')]
  const fell = newFailures(before, [ended('posts.one'), ended('posts.two'), ended('x.y', 'skipped')])
  t.deepEqual(fell, [ended('posts.two')])
  t.deepEqual(repeatedFailures(fell, [ended('x.y')]), [])
})

test('the scenarios run for a defect are those with a check that proves one of its clauses', t => {
  const parts = parseProtocol([
    ['posts.md', '# Posts\n\n- **POST-1** A.\n'],
    ['feed.md', '# Feed\n\n- **FEED-1** A.\n'],
  ])
  const read = (text: string) => parseSource(text, parts)
  const posts = read(
    "defineScenario('posts', async () => {\n  await check(\n    `a ${b}`, ['POST-1', 'UTF-8'], run)\n})",
  )
  const feed = read("defineScenario('feed', async () => { await check('a', ['FEED-1'], run) })")
  const waiting = read("defineScenario('push', async () => { background('a', clausesOf('POST-1'), run) })")
  t.like(posts, { scenarios: ['posts'], clauses: ['POST-1'] })
  t.deepEqual(posts.checks, ['a ${b}'])
  t.deepEqual(scenariosProving(lost.clauses, [feed, posts, waiting]), ['posts', 'push'])
})
