import test from 'ava'
import { bucketMarks, stepsDownFrom } from './buckets.ts'

test('the steps down from a bucket have each bucket once, the newest first', t => {
  for (const bucket of [0, 1, 3, 4, 5, 63, 64, 1_000, 70_000]) {
    const steps = stepsDownFrom(bucket)
    const stepOf = (of: number) => steps.findIndex(marks => bucketMarks(of).some(mark => marks.includes(mark)))
    let former = 0
    for (let of = bucket; of >= Math.max(0, bucket - 3_000); of--) {
      const times = steps.flat().filter(mark => bucketMarks(of).includes(mark)).length
      t.is(times, 1, `${of} of ${bucket}`)
      t.true(stepOf(of) >= former)
      former = stepOf(of)
    }
    t.false(steps.flat().some(mark => bucketMarks(bucket + 64).includes(mark) && mark.startsWith('<0')))
  }
})
