import test from 'ava'
import { DatabaseUnavailable } from '../../../storage/db/db.ts'
import { useDatabase } from '../../../testing/fixtures/test-database.ts'
import { createTestRuntime } from '../../../testing/fixtures/test-world.ts'
import { LimitReached } from '../../../tools/admission/admit.ts'
import type { Runtime } from '../../../tools/core/context.ts'
import { LIMITS } from '../../../tools/core/rate-limits.ts'
import { createAddressCounters } from './address-counters.ts'
import { createAuthFailureLimiter } from './auth-failure-limiter.ts'
import { createSharedRecentAuth } from './recent-auth-shared.ts'

const HOUR = 3_600_000
const database = useDatabase(test)

let addresses = 0

/** Two processes with one clock, and a new address. */
function open(overrides: Partial<Runtime> = { limits: LIMITS }) {
  let now = 1_000 * HOUR
  const address = `203.0.113.${++addresses}`
  const openProcess = () => {
    const runtime = createTestRuntime(database().db, () => now, overrides)
    const counters = runtime.limits && createAddressCounters(runtime, runtime.limits)
    let reported: Promise<unknown> = Promise.resolve()
    const admissionBatch: Runtime['admissionBatch'] = (statement, item) => {
      const outcome = runtime.admissionBatch(statement, item)
      reported = outcome
      return outcome
    }
    const shared = counters && createSharedRecentAuth({ ...runtime, admissionBatch })
    const failures = createAuthFailureLimiter(counters, shared, runtime.clock)
    const bucketOf = (error: unknown) => {
      if (error instanceof LimitReached) return error.quotas[0]?.bucket
      throw error
    }
    return {
      ...failures,
      judged: async (claim: string | undefined, from = address) => {
        try {
          await failures.check(from, claim)
          return 'may'
        } catch (error) {
          return bucketOf(error)
        }
      },
      /** How many were checked, and how many refused. */
      async fail(times: number, claim: string | undefined) {
        const outcomes = await Promise.all(Array.from({ length: times }, () => failures.recordFailure(address, claim)))
        const refused = outcomes.filter(refusal => refusal !== undefined)
        for (const refusal of refused) bucketOf(refusal)
        return [times - refused.length, refused.length]
      },
      async prove(claim: string) {
        failures.recordSuccess(address, claim, claim)
        await reported
      },
    }
  }
  return { address, one: openProcess(), other: openProcess(), advance: (ms: number) => (now += ms) }
}

test('an address is refused after 600 failures in a minute, and not permanently', async t => {
  const { one, advance } = open()
  t.deepEqual(await one.fail(599, 'nobody'), [599, 0])
  t.is(await one.judged('nobody'), 'may')
  t.deepEqual(await one.fail(2, undefined), [1, 1])
  t.is(await one.judged('nobody'), 'failed_authentication')
  t.is(await one.judged(undefined), 'failed_authentication')
  t.is(await one.judged(undefined, '203.0.114.1'), 'may')
  advance(120_000)
  t.is(await one.judged('nobody'), 'may')
})

test('failures at two processes are added', async t => {
  const { one, other } = open()
  const [here, there] = await Promise.all([one.fail(320, 'nobody'), other.fail(320, undefined)])
  t.is(here[0]! + there[0]!, 600)
  await other.fail(1, undefined)
  t.is(await other.judged('nobody'), 'failed_authentication')
})

test('an unauthenticated client does not lock out agents that were authenticated from that address within the hour, in either process', async t => {
  const { one, other, advance } = open()
  await one.prove('ann')
  await one.fail(600, 'nobody')
  for (const process of [one, other]) {
    await process.fail(1, 'nobody')
    t.is(await process.judged('ann'), 'may')
    t.is(await process.judged(undefined), 'may', 'whose it is, is not known ahead of the body')
    t.is(await process.judged('nobody'), 'failed_authentication')
  }
  advance(HOUR + HOUR / 4)
  for (const process of [one, other]) {
    await process.fail(601, 'nobody')
    t.is(await process.judged('ann'), 'failed_authentication')
  }
})

test('failures in the name of an authenticated agent have a separate limit', async t => {
  const { one, other } = open()
  await one.prove('ann')
  await one.prove('ben')
  await one.fail(601, 'nobody')
  t.deepEqual(await one.fail(59, 'ann'), [59, 0])
  t.is(await one.judged('ann'), 'may')
  t.deepEqual(await other.fail(2, 'ann'), [1, 1])
  t.is(await other.judged('ann'), 'failed_authentication_of_known')
  t.is(await other.judged('ben'), 'may')
})

test('without rate limits nothing is refused, and authentications are remembered', async t => {
  const { address, one } = open({ limits: undefined })
  t.deepEqual(await one.fail(10_000, 'nobody'), [10_000, 0])
  t.is(await one.judged('nobody'), 'may')
  await one.prove('ann')
  t.is(one.agentOf(address, 'ann'), 'ann')
  t.is(one.agentOf('203.0.114.1', 'ann'), undefined)
})

test('while the database is unavailable, failures report that', async t => {
  const admissionBatch = () => Promise.reject(new DatabaseUnavailable('away'))
  const { one, address } = open({ limits: LIMITS, admissionBatch })
  one.recordSuccess(address, 'ann', 'ann')
  t.deepEqual(await one.fail(700, 'nobody'), [700, 0])
})
