import test from 'ava'
import { SQL } from 'sql-template-strings'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { toProblem } from '../../tools/core/problems/to-problem.ts'
import type { DescribedError } from './describe-error.ts'
import { createLog } from './log.ts'

const database = useDatabase(test)

const VALUE = 'xyzzy of an agent'

/** The log line of an error that is answered with 500. */
function logged(error: unknown): { line: string; err: DescribedError } {
  let line = ''
  toProblem(error, createLog('trace', { write: text => void (line += text) }).child({ request_id: 'r' }))
  return { line, err: JSON.parse(line).err }
}

const failureOf = (work: () => unknown): Promise<unknown> => {
  const failed = Promise.resolve().then(work)
  return failed.then(
    () => undefined,
    (error: unknown) => error,
  )
}

test('a violated constraint is logged by its name, without the key that violated it', async t => {
  const { db } = database()
  const insert = () =>
    db.many(SQL`
      insert into idempotency (agent_id, tool, key, input_digest, stored, expires_at)
      values ('01a1fc9d-9ff5-75fd-bee9-b397bc5b58b0', 'post_message', ${VALUE}, '', '{}', '2026-11-21')`)
  await insert()
  const error = (await failureOf(insert)) as Error & { detail: string }
  t.true(error.detail.includes(VALUE))
  const { line, err } = logged(error)
  t.false(line.includes(VALUE), line)
  t.like(err, { type: 'PostgresError', code: '23505', constraint: 'idempotency_key_unique', table: 'idempotency' })
  t.regex(err.message ?? '', /^duplicate key value/)
  t.regex(err.stack ?? '', /^ {4}at .*\n {4}at /)
})

test('a message that quotes a value is not logged, whether of the database, of JSON or of Node', async t => {
  const { db } = database()
  for (const work of [
    () => db.many(SQL`select ${VALUE}::text::int`),
    () => db.many(SQL`select ${VALUE}::text::jsonb`),
    () => JSON.parse(VALUE),
    () => new URL(VALUE),
    () => Buffer.alloc(1).readInt8(VALUE as never),
  ]) {
    const error = (await failureOf(work)) as Error
    const { line, err } = logged(error)
    t.regex(`${error.message} ${JSON.stringify(error)}`, /xyzzy/)
    t.false(line.includes('xyzzy'), line)
    t.truthy(err.stack)
  }
})

test('causes are logged in the same way, and a value that is not an error only by its type', async t => {
  const cause = Object.assign(new Error('below'), { code: 'E_BELOW', detail: VALUE })
  const { line, err } = logged(Object.assign(new TypeError('above', { cause }), { parameters: [VALUE] }))
  t.false(line.includes(VALUE))
  t.like(err, { type: 'TypeError', message: 'above', cause: { type: 'Error', message: 'below', code: 'E_BELOW' } })
  t.deepEqual(logged(VALUE).err, { type: 'string' })
  const circle = new Error('round')
  circle.cause = circle
  t.is(logged(circle).err.type, 'Error')
})
