import test from 'ava'
import { parseProtocol } from '../protocol.ts'
import type { Outcome } from '../scenario.ts'
import { profileOf } from './profiles.ts'
import { faultsOf, parseRequirements, traceGaps } from './requirements.ts'
import { headlineOf, isPassed, judge } from './verdict.ts'

const parts = parseProtocol([
  ['mcp.md', '# MCP\n\n- **MCP-1** A session ends.\n'],
  [
    'posts.md',
    '# Posts\n\n- **POST-1** A.\n- **POST-2** B.\n- **POST-3** C. *Untestable from outside: it is inside.*\n- **POST-4** D.\n',
  ],
])

const rows = parseRequirements(
  'posts.yaml',
  `
posts.create:
  it is made: [POST-1]
  "* is kept": [POST-1, POST-2]
sessions.end:
  it ends: [MCP-1]
`,
)

const homes = new Map([
  ['MCP-1', ['posts', 'feed']],
  ['POST-1', ['posts']],
])

const outcome = (requirement: string, title: string, state: Outcome['state'], reason?: string): Outcome => ({
  scenario: 'posts',
  requirement,
  title,
  state,
  elapsed_ms: 1,
  ...(reason ? { reason } : {}),
})

const made = outcome('posts.create', 'it is made', 'passed')
const kept = outcome('posts.create', 'text is kept', 'passed')
const ended = outcome('sessions.end', 'it ends', 'skipped', 'no sessions here')

const verdictOf = (outcomes: Outcome[], only?: string, allowance = ['POST-4']) =>
  judge({
    run: { base_url: 'http://here', started_at: '', profile: 'all', ...(only ? { only } : {}) },
    profile: profileOf('all'),
    ...{ parts, rows, homes, outcomes, allowance, leftovers: { agents: 0, things: {}, unasked: 0 } },
  })

const statesOf = (verdict: ReturnType<typeof verdictOf>) =>
  Object.fromEntries(verdict.parts.flatMap(({ clauses }) => clauses.map(({ id, state }) => [id, state])))

test('a clause whose checks were not played says which scenarios ended before', t => {
  const whole = { ...outcome('', 'the scenario itself', 'failed', 'no answer'), scenario: 'posts' }
  const full = { ...outcome('', 'the scenario itself', 'skipped', 'no room'), scenario: 'feed' }
  const { reasons } = verdictOf([made, whole, full]).parts[0]?.clauses[0] ?? {}
  t.deepEqual(reasons, ['its checks were not played: posts failed before; feed ended: no room'])
})

test('a clause ends as its checks do, and a skipped one is not covered', t => {
  const verdict = verdictOf([made, kept, ended])
  t.deepEqual(statesOf(verdict), {
    'MCP-1': 'not tested here',
    'POST-1': 'passed',
    'POST-2': 'passed',
    'POST-3': 'untestable from outside',
    'POST-4': 'unchecked',
  })
  t.deepEqual(verdict.parts[0]?.clauses[0]?.reasons, ['no sessions here'])
  t.is(headlineOf(verdict), '2 passed, 0 failed, 1 not tested here, 1 untestable, 1 without a check')
  t.deepEqual(verdict.gaps, [])
  t.true(isPassed(verdict))
})

test('one failed check fails each clause that it proves, whatever else passed', t => {
  const verdict = verdictOf([made, { ...kept, state: 'failed' }, ended])
  t.like(statesOf(verdict), { 'POST-1': 'failed', 'POST-2': 'failed' })
  t.false(isPassed(verdict))
})

test('a failure that belongs to no clause fails the run', t => {
  t.false(isPassed(verdictOf([made, kept, ended, outcome('', 'the scenario itself', 'failed')])))
  t.false(isPassed(verdictOf([])))
})

test('what was not chosen is not tested here, and no gap', t => {
  const verdict = verdictOf([kept], 'posts')
  t.like(statesOf(verdict), { 'MCP-1': 'not tested here', 'POST-1': 'passed' })
  t.deepEqual(verdict.gaps, [])
})

test('clauses without a check are a gap unless they are listed, and so is a list that is too long', t => {
  t.deepEqual(verdictOf([made, kept, ended], undefined, []).gaps, ['no check proves POST-4'])
  t.deepEqual(verdictOf([made, kept, ended], undefined, ['POST-1', 'POST-4']).gaps, [
    'unchecked.yaml lists what is no clause without a check: POST-1',
  ])
})

test('rows that no check ran, and checks without a row of their own, are gaps', t => {
  const stray = outcome('posts.create', 'it is lost', 'passed')
  const unknown = outcome('posts.lost', 'it is lost', 'passed')
  const twice = outcome('sessions.end', 'it ends', 'passed')
  t.deepEqual(traceGaps([...rows, { ...rows[2]!, pattern: 'it *' }], [made, stray, unknown, twice]), [
    'posts.create: no check "* is kept" ran',
    'posts.create: the check "it is lost" fits none of its rows',
    'the check "it is lost" names the unknown requirement posts.lost',
    'sessions.end: the check "it ends" fits 2 of its rows',
  ])
})

test('rows that name no clause, unknown or untestable ones, or stand in two files, are faults', t => {
  const faulty = parseRequirements('a.yaml', 'a.b: { none: [], unknown: [POST-9], inside: [POST-3] }')
  t.deepEqual(faultsOf([...faulty, ...parseRequirements('b.yaml', 'a.b: { other: [POST-1] }')], parts), [
    'a.b: "none" proves no clause',
    'a.b: "unknown" names the unknown clause POST-9',
    'a.b: "inside" proves POST-3, which is untestable from outside',
    'b.yaml: a.b stands already in a.yaml',
  ])
  t.throws(() => parseRequirements('a.yaml', 'a.b: { one: POST-1 }'), { message: /^a\.yaml: / })
})

test('a profile plays what its clauses need and counts no others', t => {
  const [core, mcp, all] = [profileOf('core'), profileOf('mcp'), profileOf('all')]
  const plays = (clauses: string[]) => [core, mcp, all].map(profile => profile.plays(clauses))
  t.deepEqual(plays(['POST-1']), [true, false, true])
  t.deepEqual(plays(['MCP-1']), [false, true, true])
  t.deepEqual(plays(['POST-1', 'MCP-1']), [false, true, true])
  t.deepEqual(['/mcp', '/mcp/x/feed', '/mcp?a', '/mcpx', '/api/v1/aui/posts'].map(core.leaves), [
    true,
    true,
    true,
    false,
    false,
  ])
})
