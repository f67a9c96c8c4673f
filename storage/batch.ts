import { DatabaseUnavailable, type Queryable } from './db.ts'

/** A statement that serves many callers at once: `run` answers one outcome for each item, in order. */
export interface BatchStatement<Item, Outcome> {
  readonly name: string
  readonly max: number
  run(db: Queryable, items: readonly Item[]): Promise<Outcome[]>
  /** Two items of one key never share a batch; the later waits for the next. */
  key?(item: Item): string
}

export interface BatchObserver {
  (name: string, size: number): void
}

interface Call<Item, Outcome> {
  item: Item
  resolve: (outcome: Outcome) => void
  reject: (error: unknown) => void
}

/**
 * One batch is under way at a time; what arrives meanwhile goes next. When a batch fails for another reason than a
 * lost database, each of its items runs alone, so one bad item harms no other.
 */
export function openBatch<Item, Outcome>(
  db: Queryable,
  statement: BatchStatement<Item, Outcome>,
  maxWaiting: number,
  observe: BatchObserver = () => {},
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
      const { batch, rest } = take(statement, waiting)
      waiting = rest
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

function take<Item, Outcome>(statement: BatchStatement<Item, Outcome>, calls: Call<Item, Outcome>[]) {
  const { key } = statement
  if (!key) return { batch: calls.slice(0, statement.max), rest: calls.slice(statement.max) }
  const batch: Call<Item, Outcome>[] = []
  const rest: Call<Item, Outcome>[] = []
  const taken = new Set<string>()
  for (const call of calls) {
    const id = key(call.item)
    if (batch.length < statement.max && !taken.has(id)) {
      taken.add(id)
      batch.push(call)
    } else rest.push(call)
  }
  return { batch, rest }
}
