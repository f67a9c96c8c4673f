import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test from 'ava'
import { Exchanges } from './clients/exchanges.ts'
import type { Manners } from './clients/http.ts'
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

const folder = mkdtempSync(path.join(tmpdir(), 'colloquy-operator-'))
const script = path.join(folder, 'operator.sh')
const manners: Manners = { exchanges: new Exchanges() }
const operator = new Operator(`'${script}'`, manners)

test.before(() => {
  writeFileSync(script, SCRIPT)
  chmodSync(script, 0o755)
})
test.after.always(() => rmSync(folder, { recursive: true }))

test('the last line that a verb prints is its answer', async t => {
  t.is(await operator.person('A person'), '0199f3c2-6a00-7000-8000-3f1c9d2b7e54')
})

test('what a server does not have is not tested, and a failure is told', async t => {
  await t.throwsAsync(operator.code(), { instanceOf: Skipped, message: 'the operator cannot: no codes here' })
  const reason = 'a reason; of "words" $HOME'
  await t.throwsAsync(operator.status('x', 'active', reason), {
    message: `--operator status failed: cannot 4 ${reason}`,
  })
})

test('what is signed follows the clock', async t => {
  await operator.clock(-3600)
  t.is(manners.clockOffsetMs, -3_600_000)
})

test('without an operator a check ends as not tested', t => {
  t.is(needsOperator({ operator }), operator)
  t.throws(() => needsOperator({}), { instanceOf: Skipped, message: 'needs --operator' })
})
