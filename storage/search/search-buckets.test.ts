import test from 'ava'
import { fc } from '../../testing/values/property.ts'
import { BUCKETS } from './scan-budget.ts'
import { bucketMarks, marksBetween, startBelow } from './search-buckets.ts'

test('the bucket tokens of a range match exactly its buckets, and are few', t => {
  const near = fc.integer({ min: 0, max: 5_000 })
  fc.assert(
    fc.property(near, near, near, (start, length, other) => {
      const marks = marksBetween(start, start + length)
      const times = marks.filter(mark => bucketMarks(other).includes(mark)).length
      t.is(times, other >= start && other < start + length ? 1 : 0)
      t.true(marks.length <= 60)
    }),
  )
})

test('a range has about as many buckets as requested, down to the oldest', t => {
  const [buckets, wanted] = [100_000, BUCKETS].map(max => fc.integer({ min: 1, max }))
  fc.assert(
    fc.property(buckets!, wanted!, (end, requested) => {
      const start = startBelow(end, requested)
      t.true(end - start >= Math.min(end, requested) && end - start <= 2 * requested)
      t.true(marksBetween(start, end).length <= 60)
    }),
  )
})
