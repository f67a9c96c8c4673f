import test from 'ava'
import type { Observed } from '../bystanders.ts'
import { faultsOf, type Row } from './row.ts'

const observed = (p99: number, refused: Record<string, number> = {}): Observed => ({
  lateness: Array.from({ length: 100 }, (_, n) => (n === 99 ? p99 : 1)),
  refused,
  atSharedAddress: 0,
})

const HELD: Row = {
  attack: 'nothing',
  description: '',
  rateLimits: 'on',
  summary: { sent: 0, answers: {}, seconds: 10 },
  quiet: observed(4),
  attacked: observed(14),
  after: observed(4),
  servedAfterMs: 3,
  memory: { quiet: 100, most: 399, after: 120 },
  isAlive: true,
  lastWords: '',
}

test('a row within all limits has no faults', t => {
  t.deepEqual(faultsOf(HELD), [])
  t.deepEqual(faultsOf({ ...HELD, memory: undefined }), [])
})

test('each limit is reported separately', t => {
  const faults = (changes: Partial<Row>) => faultsOf({ ...HELD, ...changes })
  t.deepEqual(faults({ isAlive: false }), ['a process ended'])
  t.deepEqual(faults({ memory: { quiet: 100, most: 400, after: 100 } }), ['memory'])
  t.deepEqual(faults({ attacked: observed(15) }), ['p99'])
  t.deepEqual(faults({ quiet: observed(6), attacked: observed(18) }), ['p99'])
  t.deepEqual(faults({ quiet: observed(6), attacked: observed(17) }), [])
  t.deepEqual(faults({ attacked: observed(4, { 'ping 503': 1 }) }), ['bystanders refused'])
  t.deepEqual(faults({ after: observed(4, { 'ping 503': 1 }) }), ['bystanders refused'])
  t.deepEqual(faults({ servedAfterMs: undefined }), ['not served afterwards'])
})

test('a p99 without served requests is a fault', t => {
  const attacked = { lateness: [], refused: { 'ping late': 1 }, atSharedAddress: 0 }
  t.deepEqual(faultsOf({ ...HELD, attacked }), ['p99', 'bystanders refused'])
})
