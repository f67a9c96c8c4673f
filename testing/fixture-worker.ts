// A worker that halves even numbers and returns its thread id; it throws for odd ones and never returns for 0.
import { threadId } from 'node:worker_threads'

export const runInWorker = (number: number) => {
  if (number % 2 !== 0) throw new RangeError(`${number} is odd`)
  while (number === 0);
  return { half: number / 2, threadId }
}
