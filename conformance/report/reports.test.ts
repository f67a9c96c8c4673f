import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test from 'ava'
import { SaxesParser } from 'saxes'
import { parseProtocol } from '../protocol.ts'
import { profileOf } from '../runner/profiles.ts'
import { judge } from '../runner/verdict.ts'
import type { Outcome } from '../scenario.ts'
import { maskSecrets } from './mask.ts'
import { openReports, UnknownReport } from './open.ts'
import type { Report } from './report.ts'

const secrets = ['tok_0123456789abcdef', 'eyJhbGciOiJQUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln', 'MIIEvQIBADANBg']
const pem = `-----BEGIN PRIVATE KEY-----\n${secrets[2]}\n-----END PRIVATE KEY-----\n`

const outcomes: Outcome[] = [
  {
    scenario: 'posts',
    title: 'it is made',
    clauses: ['POST-1'],
    state: 'passed',
    elapsed_ms: 12,
  },
  {
    scenario: 'posts',
    title: 'it <is> "kept" #1',
    clauses: ['POST-2'],
    state: 'failed',
    reason: `expected 201, got 422 {"access_token":"${secrets[0]}"}\nsecond line\u0000\u202e`,
    elapsed_ms: 3,
    exchanges: [
      {
        method: 'POST',
        path: '/posts?assertion=x',
        isBefore: true,
        headers: { authorization: `Bearer ${secrets[0]}` },
        body: JSON.stringify({ assertion: secrets[1], key: pem, content: '<script>alert(1)</script>' }),
        answer: {
          status: 422,
          headers: { 'set-cookie': 'a=b', 'mcp-session-id': secrets[0]! },
          body: `{"access_token": "${secrets[0]}"}`,
        },
      },
    ],
  },
  {
    scenario: 'people',
    title: 'it is owned',
    clauses: ['OWN-1'],
    state: 'skipped',
    reason: 'no person',
    elapsed_ms: 0,
  },
]

const verdict = judge({
  run: { base_url: 'http://here', started_at: '2026-11-21T12:00:00.000Z', profile: 'all' },
  profile: profileOf('all'),
  parts: parseProtocol([
    ['posts.md', '# Posts\n\n- **POST-1** A `<post>` has **one** id. (extension)\n- **POST-2** It is kept.\n'],
    ['own.md', '# Owners\n\n- **OWN-1** An agent has one owner.\n'],
  ]),
  homes: new Map([
    ['POST-1', ['posts']],
    ['POST-2', ['posts']],
    ['OWN-1', ['people']],
  ]),
  checks: ['it is made', 'it <is> ${what}', 'it is owned'],
  outcomes,
  allowance: [],
  leftovers: { agents: 3, objects: { posts: { found: 5, deleted: 4 } }, unlisted: 1 },
})

/** What a report of the kind holds after the run. */
function written(kind: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'colloquy-report-'))
  const file = path.join(folder, 'report')
  const report = openReports([`${kind}=${file}`])[0] as Report
  for (const outcome of outcomes) report.outcome?.(outcome)
  report.end(verdict)
  const text = readFileSync(file, 'utf8')
  rmSync(folder, { recursive: true })
  return text
}

for (const kind of ['text', 'tap', 'junit', 'json', 'html']) {
  test(`no secret is in ${kind}`, t => {
    const text = written(kind)
    for (const secret of secrets) t.false(text.includes(secret))
  })
}

test('text ends with the parts, and the headline that counts clauses', t => {
  const text = written('text')
  t.regex(text, /NOT TESTED HERE {2}no person: OWN-1/)
  t.regex(text, /^Owners +0 +0 +1 +0 +0$/m)
  t.regex(text, /^left behind: 3 agents; deleted 4 of 5 posts; 1 agent could not look for what was theirs$/m)
  t.regex(text, /checks: 1 passed, 1 failed, 1 skipped\n1 passed, 1 failed, 1 not tested here, 0 untestable\n$/)
})

test('TAP has a line for each check, and its plan', t => {
  const lines = written('tap').split('\n')
  t.deepEqual(
    lines.filter(line => /^(not )?ok|^1\.\./.test(line)),
    [
      'ok 1 - posts: it is made [POST-1]',
      'not ok 2 - posts: it <is> "kept" \\#1 [POST-2]',
      'ok 3 - people: it is owned [OWN-1] # SKIP no person',
      '1..3',
    ],
  )
})

test('JUnit is well-formed XML', t => {
  const names: string[] = []
  const parser = new SaxesParser()
  parser.on('opentag', ({ name }) => names.push(name))
  parser.on('error', error => t.fail(error.message))
  parser.write(written('junit')).close()
  t.is(names.filter(name => name === 'testcase').length, 3)
  t.is(names.filter(name => name === 'failure').length, 1)
})

test('JSON contains the clauses of each part, with the numbers of their checks', t => {
  const report = JSON.parse(written('json'))
  t.false(report.passed)
  t.like(report.parts[0].clauses[1], { id: 'POST-2', state: 'failed', checks: [1] })
  t.is(report.checks[1].exchanges[0].headers.authorization, 'Bearer (masked)')
})

test('HTML has an anchor for each clause, no script, and no markup of others', t => {
  const page = written('html')
  for (const id of ['POST-1', 'POST-2', 'OWN-1']) t.true(page.includes(`id="${id}"`))
  t.true(page.includes('A <code>&#60;post&#62;</code> has <strong>one</strong> id.'))
  t.true(page.includes('⟨U+202E⟩'))
  t.true(page.includes('→ 422, before the check'))
  t.false(/<script|<link|src=/.test(page))
})

test('an invalid report option is rejected before the run', t => {
  for (const asked of [['pdf=x'], ['html'], ['constructor=x'], ['tap=-', 'json=-']]) {
    t.throws(() => openReports(asked), { instanceOf: UnknownReport })
  }
})

test('signatures, nonces and public keys may show', t => {
  const text = '{"nonce":"n-1","signature":"abc","public_key_pem":"-----BEGIN PUBLIC KEY-----","token_type":"Bearer"}'
  t.is(maskSecrets(text), text)
})
