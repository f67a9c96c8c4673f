import { BUDGETS, type BudgetUse } from './budgets.ts'
import { Problem } from './problems.ts'

/** Calls share the process by clients: whoever asks much waits for itself, and a heavy call of one delays few of others. */
export interface Turns {
  /** Runs it when it is the client's turn; raises `rate-limited` where too many of it wait. `bytes`: how large its outcome is. */
  run<Result>(client: string, work: () => Promise<Result>, bytes?: (result: Result) => number): Promise<Result>
}

interface Client {
  name: string
  /** What its latest calls took. */
  weight: number
  /** Its calls under way, and their weights. */
  running: number
  load: number
  /** What it took lately, fading by half each second. */
  used: number
  usedAt: number
  waiting: Waiting[]
}

interface Waiting {
  start(): void
  refuse(problem: Problem): void
}

const MS_OF_WEIGHT = 10
const BYTES_OF_WEIGHT = 32 * 1024
const FADES_MS = 1_000
/** Of a client that is not known: four of its calls run at once until it is seen what they take. */
const FIRST_WEIGHT = 4
const REMEMBERED = 20_000

const SHARE = BUDGETS.turn_weight.limit

const tooManyWait = () =>
  new Problem('rate-limited', 'Too many of your requests wait; wait for answers before you send more.', {
    retry_after_seconds: 1,
  })

/** `clock`: ms that only ever grow. */
export function openTurns(budgets: Pick<BudgetUse, 'watch' | 'overdraw'>, clock = () => performance.now()): Turns {
  const clients = openClients()
  const queue = openQueue(budgets, clock)
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

  function run<Result>(name: string, work: () => Promise<Result>, bytes: (result: Result) => number = () => 0) {
    const client = clients.get(name)
    if (client.waiting.length === 0 && mayStart(client)) return take(client, work, bytes)
    return new Promise<Result>((resolve, reject) => {
      queue.add(client, { start: () => void take(client, work, bytes).then(resolve, reject), refuse: reject })
      schedule()
    })
  }

  return { run }
}

/** The clients whose calls wait. */
function openQueue({ watch, overdraw }: Pick<BudgetUse, 'watch' | 'overdraw'>, clock: () => number) {
  const clients = new Set<Client>()
  let size = 0
  watch('turns_waiting', () => size)

  function leave(client: Client): void {
    size--
    if (client.waiting.length === 0) clients.delete(client)
  }

  /** Makes room at the cost of whoever has most waiting; `false`: that is this client itself. */
  function makeRoom(client: Client): boolean {
    const largest = [...clients].reduce((a, b) => (b.waiting.length > a.waiting.length ? b : a), client)
    if (largest === client) return false
    largest.waiting.pop()!.refuse(tooManyWait())
    leave(largest)
    return true
  }

  return {
    isEmpty: () => size === 0,
    add(client: Client, one: Waiting): void {
      if (client.waiting.length >= BUDGETS.turns_waiting_of_client.limit) {
        overdraw('turns_waiting_of_client')
        throw tooManyWait()
      }
      if (size >= BUDGETS.turns_waiting.limit) {
        overdraw('turns_waiting')
        if (!makeRoom(client)) throw tooManyWait()
      }
      client.waiting.push(one)
      clients.add(client)
      size++
    },
    /** `false`: none may start. */
    startNext(mayStart: (client: Client) => boolean): boolean {
      const client = leastUsed(clients, mayStart, clock())
      if (!client) return false
      const next = client.waiting.shift()!
      leave(client)
      next.start()
      return true
    },
  }
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

const usedBy = ({ used, usedAt }: Client, now: number) => used * 2 ** ((usedAt - now) / FADES_MS)

function leastUsed(
  queued: ReadonlySet<Client>,
  mayStart: (client: Client) => boolean,
  now: number,
): Client | undefined {
  let least: Client | undefined
  let used = Number.POSITIVE_INFINITY
  for (const client of queued) {
    if (!mayStart(client)) continue
    const its = usedBy(client, now)
    if (its < used) [least, used] = [client, its]
  }
  return least
}

/** Clients with calls, and of the latest without one what they weighed. */
function openClients() {
  const active = new Map<string, Client>()
  const resting = new Map<string, Client>()
  return {
    get(name: string): Client {
      let client = active.get(name)
      if (client) return client
      client = resting.get(name) ?? { name, weight: FIRST_WEIGHT, running: 0, load: 0, used: 0, usedAt: 0, waiting: [] }
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
