import { availableParallelism } from 'node:os'
import type { ExecutionContext, TestFn } from 'ava'
import { createSemaphore } from '../../concurrency/semaphore.ts'

/** Tests each of which keeps a core busy: as many at once as there are cores, the others of the file behind them. */
export function runAlone(test: TestFn) {
  const { run } = createSemaphore({ permits: availableParallelism(), maxWaiting: Number.POSITIVE_INFINITY })
  return (title: string, body: (t: ExecutionContext) => unknown) => test(title, t => run(async () => await body(t)))
}
