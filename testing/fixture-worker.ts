// A thread that halves even numbers and says in which thread; odd ones it cannot, and with 0 it never ends.
import { threadId } from 'node:worker_threads'

export const runInWorker = (number: number) => {
  if (number % 2 !== 0) throw new RangeError(`${number} is odd`)
  while (number === 0);
  return { half: number / 2, threadId }
}
