import test from 'ava'
import { clausesBy } from '../clauses-of.ts'
import { parseProtocol } from '../protocol.ts'
import type { Outcome } from '../scenario.ts'
import { profileOf } from './profiles.ts'
import { faultsOf, headlineOf, isPassed, judge, traceGaps } from './verdict.ts'

const parts = parseProtocol([
  ['mcp.md', '# MCP\n\n- **MCP-1** A session ends.\n'],
  [
    'posts.md',
    '# Posts\n\n- **POST-1** A.\n- **POST-2** B.\n- **POST-3** C. *Untestable from outside: it is inside.*\n- **POST-4** D.\n',
  ],
])

const checks = ['it is made', '${what} is kept', 'it ends']

const homes = new Map([
  ['MCP-1', ['posts', 'feed']],
  ['POST-1', ['posts']],
  ['POST-2', ['posts']],
])

const PROVEN: Record<string, string[]> = {
  'it is made': ['POST-1'],
  'text is kept': ['POST-1', 'POST-2'],
  'it ends': ['MCP-1'],
}

const outcome = (title: string, state: Outcome['state'], reason?: string): Outcome => ({
  scenario: 'posts',
  title,
  clauses: PROVEN[title] ?? [],
  state,
  elapsed_ms: 1,
  ...(reason ? { reason } : {}),
})

const made = outcome('it is made', 'passed')
const kept = outcome('text is kept', 'passed')
const ended = outcome('it ends', 'skipped', 'no sessions here')

const verdictOf = (outcomes: Outcome[], only?: string, allowance = ['POST-4']) =>
  judge({
    run: { base_url: 'http://here', started_at: '', profile: 'all', ...(only ? { only } : {}) },
    profile: profileOf('all'),
    ...{ parts, homes, checks, outcomes, allowance, leftovers: { agents: 0, objects: {}, unlisted: 0 } },
  })

const statesOf = (verdict: ReturnType<typeof verdictOf>) =>
  Object.fromEntries(verdict.parts.flatMap(({ clauses }) => clauses.map(({ id, state }) => [id, state])))

test('a clause whose checks were not run says which scenarios ended before', t => {
  const whole: Outcome = { ...outcome('the scenario itself', 'failed', 'no answer'), isWhole: true }
  const full: Outcome = { ...outcome('the scenario itself', 'skipped', 'no room'), isWhole: true, scenario: 'feed' }
  const { reasons } = verdictOf([made, whole, full]).parts[0]?.clauses[0] ?? {}
  t.deepEqual(reasons, ['its checks did not run: posts failed before; feed ended: no room'])
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
  t.false(isPassed(verdictOf([made, kept, ended, { ...outcome('the scenario itself', 'failed'), isWhole: true }])))
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
    'unchecked.yaml lists ids that are not unchecked clauses: POST-1',
  ])
})

test('what is written and did not run, and checks that prove nothing, are gaps', t => {
  const stray = outcome('it is lost', 'passed')
  t.deepEqual(traceGaps(checks, [made, kept, ended]), [])
  t.deepEqual(traceGaps(checks, [made, stray]), [
    'no check "${what} is kept" ran',
    'no check "it ends" ran',
    'posts: the check "it is lost" proves no clause',
  ])
})

test('unknown and untestable clauses that checks name are faults', t => {
  const named = new Map([...homes, ['POST-9', ['posts', 'feed']], ['POST-3', ['posts']]])
  t.deepEqual(faultsOf(named, parts), [
    'posts, feed: refers to the unknown clause POST-9',
    'posts: refers to POST-3, which is untestable from outside',
  ])
})

test('what each of similar checks proves is stated by its name, or not at all', t => {
  const clausesOf = clausesBy({ 'one day': ['POST-1'], '* days': ['POST-2'] })
  t.deepEqual([clausesOf('one day'), clausesOf('two days')], [['POST-1'], ['POST-2']])
  t.throws(() => clausesOf('a week'), { message: 'it is not said what "a week" proves' })
})

test('a profile runs what its clauses need and counts no others', t => {
  const [core, mcp, all] = [profileOf('core'), profileOf('mcp'), profileOf('all')]
  const runs = (clauses: string[]) => [core, mcp, all].map(profile => profile.runs(clauses))
  t.deepEqual(runs(['POST-1']), [true, false, true])
  t.deepEqual(runs(['MCP-1']), [false, true, true])
  t.deepEqual(runs(['POST-1', 'MCP-1']), [false, true, true])
  t.deepEqual(['/mcp', '/mcp/x/feed', '/mcp?a', '/mcpx', '/api/v1/aui/posts'].map(core.leaves), [
    true,
    true,
    true,
    false,
    false,
  ])
})
