import { setTimeout as delay } from 'node:timers/promises'
import test from 'ava'
import { givingWay } from './giving-way.ts'

test('what can wait lets others go first where the process is busy', async t => {
  let isOthersTurn = false
  const others = () => {
    setTimeout(() => {
      isOthersTurn = true
    }, 1)
  }
  const times = [0, 20]
  const result = await givingWay(
    () => times.shift() ?? 0,
    async () => {
      for (let n = 0; n < 20_000_000; n++) Math.sqrt(n)
      others()
      return 'done'
    },
  )
  t.deepEqual([result, isOthersTurn], ['done', true])
})

test('where nothing else is to be done it goes on at once', async t => {
  let time = 0
  await givingWay(
    () => time,
    async () => {
      await delay(30)
      time = 1e9
    },
  )
  t.pass()
})
