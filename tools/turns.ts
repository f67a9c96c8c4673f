import { BUDGETS, type BudgetUse } from './budgets.ts'
import { type Client, openTurnQueue, usedBy } from './turn-queue.ts'

/** What a call keeps while it waits, and how large its outcome is, in bytes. */
interface Size<Result> {
  held?: number
  bytes?: (result: Result) => number
}

/** Calls share the process by clients: whoever asks much waits for itself, and a heavy call of one delays few of others. */
export interface Turns {
  /** Runs it when it is the client's turn; raises `rate-limited` where too many of it wait. */
  run<Result>(client: string, work: () => Promise<Result>, size?: Size<Result>): Promise<Result>
}

const MS_OF_WEIGHT = 10
const BYTES_OF_WEIGHT = 32 * 1024
/** Of a client that is not known: four of its calls run at once until it is seen what they take. */
const FIRST_WEIGHT = 4
const REMEMBERED = 20_000

const SHARE = BUDGETS.turn_weight.limit

/** `clock`: ms that only ever grow. */
export function openTurns(budgets: Pick<BudgetUse, 'watch' | 'overdraw'>, clock = () => performance.now()): Turns {
  const clients = openClients()
  const queue = openTurnQueue(budgets, clock)
  let underWay = 0
  let isScheduled = false
  budgets.watch('turns', () => underWay)

  const mayStart = ({ running, load, weight }: Client) =>
    underWay < BUDGETS.turns.limit && (running === 0 || load + weight <= SHARE)

  /** In another turn of the event loop: what came in meanwhile is seen before the next heavy call begins. */
  function schedule(): void {
    if (isScheduled || queue.isEmpty()) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      if (queue.startNext(mayStart)) schedule()
    })
  }

  async function take<Result>(client: Client, work: () => Promise<Result>, bytes: (result: Result) => number) {
    const end = begin(client, clock)
    underWay++
    let size = 0
    try {
      const result = await work()
      size = bytes(result)
      return result
    } finally {
      underWay--
      end(size)
      if (client.running === 0 && client.waiting.length === 0) clients.rest(client)
      schedule()
    }
  }

  function run<Result>(name: string, work: () => Promise<Result>, { held = 0, bytes = () => 0 }: Size<Result> = {}) {
    const client = clients.get(name)
    const whole = (result: Result) => held + bytes(result)
    if (client.waiting.length === 0 && mayStart(client)) return take(client, work, whole)
    return new Promise<Result>((resolve, reject) => {
      queue.add(client, { held, start: () => void take(client, work, whole).then(resolve, reject), refuse: reject })
      schedule()
    })
  }

  return { run }
}

/** Answers what ends the call; it takes the bytes of its outcome. */
function begin(client: Client, clock: () => number): (bytes: number) => void {
  const { weight } = client
  const started = clock()
  client.running++
  client.load += weight
  return bytes => {
    client.running--
    // Sums of fractions may leave a rest.
    client.load = client.running === 0 ? 0 : client.load - weight
    settle(client, { ms: clock() - started, bytes }, clock())
  }
}

/** What a call took makes the next weigh more at once, and less by and by. */
function settle(client: Client, { ms, bytes }: { ms: number; bytes: number }, now: number): void {
  const taken = Math.min(SHARE, Math.max(1, ms / MS_OF_WEIGHT, bytes / BYTES_OF_WEIGHT))
  client.weight = Math.max(taken, client.weight * 0.75 + taken * 0.25)
  client.used = usedBy(client, now) + taken
  client.usedAt = now
}

/** Clients with calls, and of the latest without one what they weighed. */
function openClients() {
  const active = new Map<string, Client>()
  const resting = new Map<string, Client>()
  return {
    get(name: string): Client {
      let client = active.get(name)
      if (client) return client
      client = resting.get(name) ?? {
        name,
        weight: FIRST_WEIGHT,
        running: 0,
        load: 0,
        used: 0,
        usedAt: 0,
        waiting: [],
        held: 0,
      }
      resting.delete(name)
      active.set(name, client)
      return client
    },
    rest(client: Client): void {
      active.delete(client.name)
      resting.set(client.name, client)
      if (resting.size > REMEMBERED) resting.delete(resting.keys().next().value!)
    },
  }
}
