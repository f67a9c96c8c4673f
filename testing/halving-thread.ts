// A thread that halves even numbers and says in which thread; others it cannot.
import { threadId } from 'node:worker_threads'
import { answerAsides } from '../tools/kernel/turns/aside-thread.ts'

answerAsides((number: number) => {
  if (number % 2 !== 0) throw new RangeError(`${number} is odd`)
  return { half: number / 2, threadId }
})
