import { DatabaseUnavailable, type Queryable } from './db.ts'

/** A statement that serves many callers at once: `run` answers one outcome for each item, in order. */
export interface BatchStatement<Item, Outcome> {
  readonly name: string
  readonly max: number
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

/** Runs each statement's items in batches of their own on one pool. */
export function openBatches(db: Queryable, observe: BatchObserver = () => {}): RunBatch {
  const open = new Map<unknown, unknown>()
  return <Item, Outcome>(statement: BatchStatement<Item, Outcome>, item: Item) => {
    let run = open.get(statement) as ((item: Item) => Promise<Outcome>) | undefined
    if (!run) {
      run = openBatch(db, statement, MAX_WAITING, observe)
      open.set(statement, run)
    }
    return run(item)
  }
}

/**
 * One batch is under way at a time; what arrives meanwhile goes next. When a batch fails for another reason than a
 * lost database, each of its items runs alone, so one bad item harms no other.
 */
function openBatch<Item, Outcome>(
  db: Queryable,
  statement: BatchStatement<Item, Outcome>,
  maxWaiting: number,
  observe: BatchObserver,
): (item: Item) => Promise<Outcome> {
  let waiting: Call<Item, Outcome>[] = []
  let running = false

  async function runAll(calls: Call<Item, Outcome>[]) {
    observe(statement.name, calls.length)
    try {
      const outcomes = await statement.run(
        db,
        calls.map(call => call.item),
      )
      calls.forEach((call, index) => {
        call.resolve(outcomes[index] as Outcome)
      })
    } catch (error) {
      if (calls.length === 1 || error instanceof DatabaseUnavailable) {
        for (const call of calls) call.reject(error)
      } else for (const call of calls) await runAll([call])
    }
  }

  async function drain() {
    running = true
    while (waiting.length > 0) {
      const batch = waiting.slice(0, statement.max)
      waiting = waiting.slice(statement.max)
      await runAll(batch)
    }
    running = false
  }

  return item =>
    new Promise((resolve, reject) => {
      if (waiting.length >= maxWaiting) return reject(new DatabaseUnavailable(`${statement.name}: too many wait`))
      waiting.push({ item, resolve, reject })
      if (!running) void drain()
    })
}
