import { availableParallelism } from 'node:os'
import type { ExecutionContext, TestFn } from 'ava'
import { admitAtMost } from '../../storage/db/queue.ts'

/** Tests each of which keeps a core busy: as many at once as there are cores, the others of the file behind them. */
export function heavy(test: TestFn) {
  const { run } = admitAtMost(availableParallelism(), Number.POSITIVE_INFINITY)
  return (title: string, body: (t: ExecutionContext) => unknown) => test(title, t => run(async () => await body(t)))
}
