import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { ClientOptions } from './clients/http.ts'
import { Exchanges } from './clients/recorded-exchanges.ts'
import { needsOperator, Operator } from './operator.ts'
import { Skipped } from './skip.ts'

/** What anybody may write for their own server. */
const SCRIPT = `#!/bin/sh
case "$1" in
  person) echo "entering $2"; printf '{"user_id":"0199f3c2-6a00-7000-8000-3f1c9d2b7e54"}\\n' ;;
  code) echo 'no codes here' >&2; exit 3 ;;
  clock) echo '{}' ;;
  status) echo "cannot $# $4" >&2; exit 1 ;;
esac
`

/** The same as lines: a program that accepts several requests, and prints other lines, too. */
const LINES = `#!/usr/bin/env node
const { createInterface } = require('node:readline')
const { appendFileSync } = require('node:fs')
const log = word => appendFileSync(process.argv[2], word + '\\n')
if (process.argv[3] !== '--batch') process.exit(9)
log('begun')
const answer = (id, rest) => process.stdout.write(JSON.stringify({ id, exit_code: 0, ...rest }) + '\\n')
createInterface({ input: process.stdin }).on('line', line => {
  const { id, argv: [verb, ...words] } = JSON.parse(line)
  console.log('asked for ' + verb)
  if (verb === undefined) answer(id, { exit_code: 2, message: 'a verb is needed' })
  else if (verb === 'code') answer(id, { exit_code: 3, message: 'no codes here' })
  else if (verb === 'status') answer(id, { exit_code: 1, message: 'cannot ' + JSON.stringify(words) })
  else if (verb === 'origin') setImmediate(() => answer(id, { answer: { origin: 'https://late.example' } }))
  else if (verb === 'clock') process.stderr.write('out of order', () => process.exit(5))
  else answer(id, { answer: { user_id: '0199f3c2-6a00-7000-8000-3f1c9d2b7e54' } })
}).on('close', () => log('ended'))
`

const folder = mkdtempSync(path.join(tmpdir(), 'colloquy-operator-'))
const script = path.join(folder, 'operator.sh')
const options: ClientOptions = { exchanges: new Exchanges() }
const operator = new Operator(`'${script}'`, options)
const lines = path.join(folder, 'operator-lines.cjs')

test.before(() => {
  for (const [file, text] of [
    [script, SCRIPT],
    [lines, LINES],
  ] as const) {
    writeFileSync(file, text)
    chmodSync(file, 0o755)
  }
})
test.after.always(() => rmSync(folder, { recursive: true }))

test('the last line that a verb prints is its answer', async t => {
  t.is(await operator.person('A person'), '0199f3c2-6a00-7000-8000-3f1c9d2b7e54')
})

test('features that a server lacks are not tested, and a failure is reported', async t => {
  await t.throwsAsync(operator.code(), { instanceOf: Skipped, message: 'the operator cannot: no codes here' })
  const reason = 'a reason; of "words" $HOME'
  await t.throwsAsync(operator.status('x', 'active', reason), {
    message: `--operator status failed: cannot 4 ${reason}`,
  })
})

test('what is signed follows the clock', async t => {
  await operator.clock(-3600)
  t.is(options.clockOffsetMs, -3_600_000)
})

/** An operator whose program takes verbs as lines, and the log of when it began and ended. */
function openLines(t: ExecutionContext) {
  const log = path.join(mkdtempSync(path.join(folder, 'log-')), 'log')
  const operator = new Operator(`'${lines}' '${log}'`, { exchanges: new Exchanges() })
  t.teardown(() => operator.close())
  return { operator, log: () => readFileSync(log, 'utf8').trim().split('\n') }
}

test('a command that takes verbs as lines is begun once, and ends with them', async t => {
  const { operator, log } = openLines(t)
  t.is(await operator.person('A person'), '0199f3c2-6a00-7000-8000-3f1c9d2b7e54')
  await t.throwsAsync(operator.code(), { instanceOf: Skipped, message: 'the operator cannot: no codes here' })
  const reason = 'a reason; of "words" $HOME\nand lines'
  await t.throwsAsync(operator.status('x', 'active', reason), {
    message: `--operator status failed: cannot ${JSON.stringify(['x', 'active', reason])}`,
  })
  t.deepEqual(log(), ['begun'])
  await operator.close()
  t.deepEqual(log(), ['begun', 'ended'])
  await operator.close()
})

test('concurrent requests are answered by id', async t => {
  const { operator, log } = openLines(t)
  const [origin, person] = await Promise.all([operator.origin(), operator.person()])
  t.deepEqual([origin, person], ['https://late.example', '0199f3c2-6a00-7000-8000-3f1c9d2b7e54'])
  t.deepEqual(log(), ['begun'])
})

test('one that ends in the middle fails the pending requests with the reason, and is restarted', async t => {
  const { operator, log } = openLines(t)
  await operator.person()
  await t.throwsAsync(operator.clock(5), { message: '--operator clock failed: out of order' })
  t.is(await operator.origin(), 'https://late.example')
  t.deepEqual(log(), ['begun', 'begun'])
})

test('without an operator a check ends as not tested', t => {
  t.is(needsOperator({ operator }), operator)
  t.throws(() => needsOperator({}), { instanceOf: Skipped, message: 'needs --operator' })
})
