import { runRolledBack } from '../../../storage/db/rolled-back.ts'
import type { Runtime } from '../context.ts'
import { type NewValues, recordNewValues } from './new-values.ts'

/**
 * A runtime for judging a call without doing it (DRY-1 to DRY-8). Everything it writes is rolled back, nobody is
 * notified, it waits for nobody, and it never leaves the process: the first attempt to do so is recorded as `stopped`,
 * after which the outcome says nothing about the call.
 *
 * Mutexes and single flights are skipped: whoever holds one may wait for a connection, while this holds a connection.
 */
export interface DryRun extends NewValues {
  runtime: Runtime
  hasStopped(): boolean
}

export function runDry<Result>(runtime: Runtime, body: (dry: DryRun) => Promise<Result>): Promise<Result> {
  return runRolledBack(runtime.db, async ({ db, batch }) => {
    const values = recordNewValues(runtime)
    let hasStopped = false
    const stop = () => {
      hasStopped = true
      return Promise.reject(new Error('a dry run makes no outbound calls'))
    }
    const { payments } = runtime
    return await body({
      ...values,
      hasStopped: () => hasStopped,
      runtime: {
        ...runtime,
        db,
        slowDb: db,
        batch,
        standbys: undefined,
        newId: values.newId,
        randomBytes: values.randomBytes,
        keyedMutex: (_, task) => task(),
        endpointChecks: { run: (_, work) => work() },
        imports: { run: (_, work) => work() },
        wakeOutbox: NOTHING,
        wakeTasks: NOTHING,
        changes: { ...runtime.changes, notify: NOTHING },
        egress: { judge: stop, send: stop, close: stop },
        broker: {
          sendMessage: stop,
          getTask: stop,
          cancelTask: stop,
          listTasks: stop,
          probe: stop,
          probeAgain: stop,
        },
        payments: {
          state: () => payments.state(),
          obstacle: () => payments.obstacle(),
          confirmations: payments.confirmations,
          rpc: { call: stop },
          sign: stop,
          count: NOTHING,
        },
        tryMail: runtime.tryMail && stop,
      },
    })
  })
}

const NOTHING = () => {}
