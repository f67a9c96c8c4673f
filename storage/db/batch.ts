import { DatabaseUnavailable, type Queryable, UnansweredStatement } from './db.ts'

/** A statement that serves many callers at once: `run` returns one outcome for each item, in order. */
export interface BatchStatement<Item, Outcome> {
  readonly name: string
  readonly max: number
  /** Concurrent batches; 1 by default. */
  readonly parallel?: number
  readonly isWrite?: boolean
  run(db: Queryable, items: readonly Item[]): Promise<Outcome[]>
}

export type BatchObserver = (name: string, size: number) => void

export type RunBatch = <Item, Outcome>(statement: BatchStatement<Item, Outcome>, item: Item) => Promise<Outcome>

interface Call<Item, Outcome> {
  item: Item
  resolve: (outcome: Outcome) => void
  reject: (error: unknown) => void
}

const MAX_WAITING = 4_000

/**
 * A statement for a few items costs nearly as much as one for many: a further batch starts only with at least this
 * many.
 */
const WORTH_ANOTHER = 4

const halfOf = (count: number) => Math.max(Math.ceil(count / 2), WORTH_ANOTHER)

/**
 * Combines the items of each statement into batches: whoever calls while one runs goes into the next, so that the load
 * sets their size, and a single call on an idle server waits for nobody. Invariants: each caller receives its own
 * outcome or error; a batch that may have been committed is never run again. On a pool of one connection they are pipelined, and PostgreSQL
 * finds the next when it is done with one: in parallel they would start and end together, so that the server and
 * PostgreSQL would work alternately. Writes have a pool of their own, so that reads do not wait for commits.
 */
export function openBatches(db: Queryable, observe: BatchObserver = () => {}, writeDb = db): RunBatch {
  const open = new Map<unknown, unknown>()
  return <Item, Outcome>(statement: BatchStatement<Item, Outcome>, item: Item) => {
    let run = open.get(statement) as ((item: Item) => Promise<Outcome>) | undefined
    if (!run) {
      run = openBatch(statement.isWrite ? writeDb : db, statement, MAX_WAITING, observe)
      open.set(statement, run)
    }
    return run(item)
  }
}

/**
 * A few batches are sent at a time; items that arrive meanwhile go into the next. If several may run, each takes half
 * of the queue: if it took all, the server and PostgreSQL would work alternately.
 */
function openBatch<Item, Outcome>(
  db: Queryable,
  statement: BatchStatement<Item, Outcome>,
  maxWaiting: number,
  observe: BatchObserver,
): (item: Item) => Promise<Outcome> {
  const waiting: Call<Item, Outcome>[] = []
  let running = 0
  /** Items of running batches. */
  let under = 0
  let isScheduled = false
  const { max, parallel = 1 } = statement

  async function drain() {
    running++
    while (waiting.length > 0 && (running === 1 || waiting.length >= WORTH_ANOTHER)) {
      const batch = waiting.splice(0, Math.min(max, parallel === 1 ? max : halfOf(waiting.length + under)))
      if (waiting.length >= WORTH_ANOTHER) schedule()
      observe(statement.name, batch.length)
      under += batch.length
      await runTogether(db, statement, batch)
      under -= batch.length
    }
    running--
  }

  /** In the next turn of the event loop, so that calls which the same result released are batched together. */
  function schedule() {
    if (isScheduled || running >= parallel) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      void drain()
    })
  }

  return item =>
    new Promise((resolve, reject) => {
      if (waiting.length >= maxWaiting)
        return reject(new DatabaseUnavailable(`${statement.name}: too many calls are waiting`))
      waiting.push({ item, resolve, reject })
      schedule()
    })
}

/**
 * If a batch fails for another reason than an unreachable database, each item runs alone, so that one bad item does not
 * affect others. A batch that may have been committed is not run again: an admission would find its own nonces used,
 * and a post would be created twice.
 */
async function runTogether<Item, Outcome>(
  db: Queryable,
  statement: BatchStatement<Item, Outcome>,
  calls: Call<Item, Outcome>[],
): Promise<void> {
  try {
    const outcomes = await statement.run(
      db,
      calls.map(call => call.item),
    )
    calls.forEach((call, index) => {
      call.resolve(outcomes[index] as Outcome)
    })
  } catch (error) {
    if (calls.length === 1 || isFinal(error)) {
      for (const call of calls) call.reject(error)
    } else for (const call of calls) await runTogether(db, statement, [call])
  }
}

const isFinal = (error: unknown) =>
  error instanceof DatabaseUnavailable || (error instanceof UnansweredStatement && error.mayHaveHappened)
