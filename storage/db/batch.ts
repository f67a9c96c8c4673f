import { DatabaseUnavailable, type Queryable, UnansweredStatement } from './db.ts'

/** A statement that serves many callers at once: `run` answers one outcome for each item, in order. */
export interface BatchStatement<Item, Outcome> {
  readonly name: string
  readonly max: number
  /** Batches sent at once; 1 where nothing is said. */
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

/** A statement for a few items costs nearly what one for many does: a further batch starts only with this many. */
const WORTH_ANOTHER = 4

const halfOf = (count: number) => Math.max(Math.ceil(count / 2), WORTH_ANOTHER)

/**
 * Runs each statement's items in batches of their own. On a pool of one connection they follow one another, and
 * PostgreSQL finds the next when it has done with one: side by side they would start and end together, while the server
 * waits, and then the server would work, while PostgreSQL waits. Writes have a pool of their own, whose commits no read
 * waits for.
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
 * A few batches are sent at a time; what arrives meanwhile goes next. Where several may be, each takes half of what is
 * there: were it all, PostgreSQL would work while the server waits, and then the server while PostgreSQL waits.
 */
function openBatch<Item, Outcome>(
  db: Queryable,
  statement: BatchStatement<Item, Outcome>,
  maxWaiting: number,
  observe: BatchObserver,
): (item: Item) => Promise<Outcome> {
  const waiting: Call<Item, Outcome>[] = []
  let running = 0
  /** Items of the batches that run. */
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

  /** After this turn of the event loop, so that calls which the same answer set free go together. */
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
 * When it fails for another reason than a lost database, each item runs alone: one bad item harms no other. What may have
 * happened is not run again: an admission would find its own nonces spent, a post would be there twice.
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
