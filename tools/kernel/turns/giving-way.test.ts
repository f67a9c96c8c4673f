import { setTimeout as delay } from 'node:timers/promises'
import test from 'ava'
import { givingWay } from './giving-way.ts'

const spin = () => {
  for (let n = 0; n < 60_000_000; n++) Math.sqrt(n)
}

test.serial('what can wait lets others go first where the process is busy', async t => {
  const done: string[] = []
  const times = [0, 100]
  const work = givingWay(
    () => times.shift() ?? 0,
    async () => {
      setTimeout(spin)
      setTimeout(() => done.push('others'), 50)
    },
  )
  await work.then(() => done.push('what can wait'))
  t.deepEqual(done, ['others', 'what can wait'])
})

test.serial('where nothing else is to be done it goes on, however busy it was itself', async t => {
  const done: string[] = []
  const times = [0, 1_000_000]
  const others = delay(900).then(() => done.push('others'))
  await givingWay(
    () => times.shift() ?? 0,
    async () => spin(),
  )
  done.push('what can wait')
  await others
  t.deepEqual(done, ['what can wait', 'others'])
})
