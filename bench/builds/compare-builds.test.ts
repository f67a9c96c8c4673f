import test from 'ava'
import { type Contender, type Measured, orderIn, type Sample } from '../rounds.ts'
import { BEFORE, type Build } from './builds.ts'
import { judgeComparison, ofEach, ofNow } from './compare-builds.ts'

const NOW = { suffix: '', port: 1 } as const
const THEN = { suffix: BEFORE, port: 2 } as const

const contender = (label: string, port: number): Contender => ({
  ...{ label, port, pid: port, plan: { kind: 'given', requests: [] }, requests: 1, inFlight: 1 },
})

const pair = ({ port }: Pick<Build, 'suffix'> & { port: number }) => [contender('ping', port), contender('post', port)]

function measured(label: string, ...figures: [rate: number, nodeUs: number][]): Measured {
  const rest = { p50Ms: 0, p99Ms: 0, postgresUs: 0, generatorUs: 0, generatorShare: 0 }
  return { label, samples: figures.map(([rate, nodeUs]): Sample => ({ ...rest, rate, nodeUs })) }
}

test('the same contenders of both builds are adjacent and labelled', t => {
  const labels = ofEach([NOW, THEN], pair).map(({ label, port }) => [label, port])
  t.deepEqual(labels, [
    ['ping', 1],
    ['ping, before', 2],
    ['post', 1],
    ['post, before', 2],
  ])
})

test('the measurements of a single build are returned unchanged', t => {
  t.deepEqual(ofEach([NOW], pair), pair(NOW))
  t.deepEqual(judgeComparison([measured('ping', [100, 10]), measured('post', [100, 10])]), [])
})

test('the ratios of two builds are medians over the rounds, of the rate and of the CPU time', t => {
  const now = measured('ping', [90, 11], [200, 30], [100, 12])
  const before = measured('ping, before', [100, 10], [100, 10], [100, 10])
  t.deepEqual(judgeComparison([measured('bare', [500, 5]), now, before]), [
    { what: 'ping, ratio to before', value: 1, unit: '%', must: 0.95 },
    { what: 'ping, CPU ratio to before', value: 1.2, unit: '%', isLessBetter: true, must: 1.05 },
  ])
  t.deepEqual(ofNow([now, before, measured('post')]), [now, measured('post')])
})

test('no contender always runs first', t => {
  t.deepEqual(orderIn(0, 3), [0, 1, 2])
  t.deepEqual(orderIn(1, 3), [2, 1, 0])
  t.deepEqual(orderIn(2, 3), [0, 1, 2])
})
