import test from 'ava'
import { LimitReached } from '../../tools/admission/admission.ts'
import { BUCKETS } from '../../tools/kernel/limits.ts'
import { openFailures } from './failures.ts'

const HOUR = 3_600_000
const ADDRESS = '203.0.113.1'

function open({ limits }: { limits: typeof BUCKETS | undefined } = { limits: BUCKETS }) {
  let now = 1_000 * HOUR
  const failures = openFailures(limits, () => now)
  const bucket = (claim: string | undefined, address = ADDRESS) => {
    try {
      failures.judge(address, claim)
      return undefined
    } catch (error) {
      if (error instanceof LimitReached) return error.quotas[0]?.bucket
      throw error
    }
  }
  const fail = (times: number, claim: string | undefined) => {
    for (let i = 0; i < times; i++) failures.failed(ADDRESS, claim)
  }
  return { ...failures, bucket, fail, advance: (ms: number) => (now += ms) }
}

test('an address is refused after 600 failures in a minute, and not for ever', t => {
  const { bucket, fail, advance } = open()
  fail(599, 'nobody')
  t.is(bucket('nobody'), undefined)
  fail(1, undefined)
  t.is(bucket('nobody'), 'failed_authentication')
  t.is(bucket(undefined), 'failed_authentication')
  t.is(bucket(undefined, '203.0.113.2'), undefined)
  advance(120_000)
  t.is(bucket('nobody'), undefined)
})

test('a stranger locks nobody out who was proven from that address within the hour', t => {
  const { bucket, fail, proven, advance } = open()
  proven(ADDRESS, 'ann', 'ann')
  fail(600, 'nobody')
  t.is(bucket('ann'), undefined)
  t.is(bucket(undefined), undefined, 'whose it is, is not known ahead of the body')
  t.is(bucket('nobody'), 'failed_authentication')
  advance(HOUR)
  fail(600, 'nobody')
  t.is(bucket('ann'), 'failed_authentication')
})

test('what fails in the name of somebody who was proven has a bucket of its own', t => {
  const { bucket, fail, proven } = open()
  proven(ADDRESS, 'ann', 'ann')
  proven(ADDRESS, 'ben', 'ben')
  fail(600, 'nobody')
  fail(59, 'ann')
  t.is(bucket('ann'), undefined)
  fail(1, 'ann')
  t.is(bucket('ann'), 'failed_authentication_of_known')
  t.is(bucket('ben'), undefined)
})

test('without rate limits nothing is refused, and it is known who was proven', t => {
  const { bucket, fail, proven, knownAs } = open({ limits: undefined })
  fail(10_000, 'nobody')
  t.is(bucket('nobody'), undefined)
  proven(ADDRESS, 'ann', 'ann')
  t.is(knownAs(ADDRESS, 'ann'), 'ann')
  t.is(knownAs('203.0.113.2', 'ann'), undefined)
})
