import type { IncomingMessage } from 'node:http'
import test from 'ava'
import { openBatches } from '../../../storage/db/batch.ts'
import { DatabaseUnavailable } from '../../../storage/db/db.ts'
import { useDatabase } from '../../../testing/fixtures/test-database.ts'
import { createTestRuntime, TEST_NOW } from '../../../testing/fixtures/test-world.ts'
import { Problem } from '../../../tools/core/problems/problem.ts'
import { LIMITS } from '../../../tools/core/rate-limits.ts'
import { createRequestLimits } from './request-limits.ts'

const database = useDatabase(test)
const alone = useDatabase(test)

const from = (remoteAddress: string) => ({ socket: { remoteAddress }, headers: {} }) as unknown as IncomingMessage

async function outcomes(calls: number, make: () => Promise<void>): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const { status, reason } of (await Promise.allSettled(
    Array.from({ length: calls }, make),
  )) as PromiseRejectedResult[]) {
    const name = status === 'rejected' ? String(reason.members?.bucket ?? reason.constructor.name) : 'passed'
    found[name] = (found[name] ?? 0) + 1
  }
  return found
}

test('a flood from one address is no flood of statements', async t => {
  const { db } = database()
  const sizes: number[] = []
  const admissionBatch = openBatches(db, (_, size) => sizes.push(size))
  const limitsOf = createRequestLimits(
    createTestRuntime(db, () => TEST_NOW, { limits: LIMITS, admissionBatch }),
    [],
  )
  const ask = () => limitsOf(from('203.0.113.1')).countAnonymous('enroll')
  t.deepEqual(await outcomes(1_000, ask), { passed: 60, enroll: 940 })
  const statements = sizes.length
  t.true(statements < 30, `${statements} statements`)
  t.deepEqual(await outcomes(1_000, ask), { enroll: 1_000 })
  t.is(sizes.length, statements, 'an address that is known to be full is refused from memory')
})

test('no address is stored, nor a digest that could be computed without the secret', async t => {
  const { db } = database()
  const digestsWith = async (secret: Buffer) => {
    const limitsOf = createRequestLimits(
      createTestRuntime(db, () => TEST_NOW, { limits: LIMITS, secret }),
      [],
    )
    const before = new Set(await stored())
    await limitsOf(from('203.0.113.2')).countAnonymous()
    return (await stored()).filter(digest => !before.has(digest))
  }
  const stored = async () =>
    (await db.many<{ digest: string }>({ text: 'select digest from rate_counter', values: [] } as never)).map(
      ({ digest }) => digest,
    )
  const [first] = await digestsWith(Buffer.alloc(32, 1))
  const [second] = await digestsWith(Buffer.alloc(32, 2))
  t.truthy(first)
  t.truthy(second)
  t.not(first, second)
})

test('while the database is unavailable documents are served, and enrollments refused', async t => {
  const { db } = database()
  const admissionBatch = () => Promise.reject(new DatabaseUnavailable('away'))
  const limitsOf = createRequestLimits(
    createTestRuntime(db, () => TEST_NOW, { limits: LIMITS, admissionBatch }),
    [],
  )
  const limits = limitsOf(from('203.0.113.3'))
  await t.notThrowsAsync(limits.countAnonymous())
  t.is(limits.headers()['X-RateLimit-Limit'], '120')
  await t.throwsAsync(limits.countAnonymous('enroll'), { instanceOf: DatabaseUnavailable })
})

test('a request refused for its address counts in no other bucket', async t => {
  const { db } = alone()
  const limits = () =>
    createRequestLimits(
      createTestRuntime(db, () => TEST_NOW, { limits: LIMITS }),
      [],
    )(from('203.0.113.4'))
  const one = limits()
  t.deepEqual(await outcomes(130, () => one.countAnonymous()), { passed: 120, anonymous: 10 })
  await t.throwsAsync(limits().countAnonymous('enroll'), { instanceOf: Problem })
  const rows = await db.many<{ short_current: number }>({
    text: 'select short_current from rate_counter order by short_current',
    values: [],
  } as never)
  t.deepEqual(
    rows.map(row => row.short_current),
    [0, 120],
  )
})
