import test from 'ava'
import type { Observed } from '../bystanders.ts'
import { faultsOf, type Row } from './row.ts'

const observed = (p99: number, refused: Record<string, number> = {}): Observed => ({
  lateness: Array.from({ length: 100 }, (_, n) => (n === 99 ? p99 : 1)),
  refused,
  beside: 0,
})

const HELD: Row = {
  attack: 'nothing',
  says: '',
  rateLimits: 'on',
  told: { sent: 0, answers: {}, seconds: 10 },
  quiet: observed(4),
  attacked: observed(14),
  after: observed(4),
  servedAfterMs: 3,
  memory: { quiet: 100, most: 399, after: 120 },
  isAlive: true,
  lastWords: '',
}

test('what stays within all bounds holds', t => {
  t.deepEqual(faultsOf(HELD), [])
  t.deepEqual(faultsOf({ ...HELD, memory: undefined }), [])
})

test('each bound fails by itself', t => {
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

test('where nobody was served there is no p99 that holds', t => {
  const attacked = { lateness: [], refused: { 'ping late': 1 }, beside: 0 }
  t.deepEqual(faultsOf({ ...HELD, attacked }), ['p99', 'bystanders refused'])
})
