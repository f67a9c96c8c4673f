import { BUDGETS, type BudgetUse } from './budgets.ts'
import { Problem } from './problems.ts'
import { type Client, openTurnQueue, usedBy, type Waiting } from './turn-queue.ts'

/** What a call keeps while it waits, and how large its outcome is, in bytes. */
interface Size<Result> {
  held?: number
  bytes?: (result: Result) => number
  /** Calls back when nobody waits for it any more: what has not begun then never does, and keeps nothing. Answers what ends that. */
  whenGone?: (leave: () => void) => () => void
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
/** Bytes of a call that keeps the event loop busy for ten milliseconds and more. */
const LARGE = 256 * 1024

interface UnderWay {
  calls: number
  large: number
  busy: number
  /** When a client that is not busy last called. */
  modestAt: number
}

const isLarge = ({ size }: Client) => size >= LARGE

/** Of what a client took lately: some twenty calls a second, or fewer that take more. */
const BUSY = 40
const SEEN_MS = 1_000

const isBusy = (client: Client, now: number) => usedBy(client, now) >= BUSY

export const connectionClosed = () =>
  new Problem('bad-request', 'The connection closed before the request had its turn.')

/** `clock`: ms that only ever grow. */
export function openTurns(budgets: Pick<BudgetUse, 'watch' | 'overdraw'>, clock = () => performance.now()): Turns {
  const clients = openClients()
  const queue = openTurnQueue(budgets, clock)
  const underWay: UnderWay = { calls: 0, large: 0, busy: 0, modestAt: Number.NEGATIVE_INFINITY }
  let isScheduled = false
  budgets.watch('turns', () => underWay.calls)
  budgets.watch('turns_large', () => underWay.large)
  budgets.watch('turns_busy', () => underWay.busy)

  const mayStart = (client: Client) => fits(client, underWay, clock())

  /** In another turn of the event loop: what came in meanwhile is seen before the next heavy call begins. */
  function schedule(): void {
    if (isScheduled || queue.isEmpty()) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      if (queue.startNext(mayStart)) schedule()
    })
  }

  async function take<Result>(client: Client, work: () => Promise<Result>, { held = 0, bytes }: Size<Result>) {
    const end = begin(client, underWay, clock)
    let size = held
    try {
      const result = await work()
      size += bytes?.(result) ?? 0
      return result
    } finally {
      end(size)
      schedule()
    }
  }

  function run<Result>(name: string, work: () => Promise<Result>, size: Size<Result> = {}): Promise<Result> {
    const { held = 0 } = size
    const client = clients.get(name)
    if (!isBusy(client, clock())) underWay.modestAt = clock()
    const call = () => take(client, work, size)
    const wait = (one: Omit<Waiting, 'held'>) => {
      const remove = queue.add(client, { ...one, held })
      schedule()
      return remove
    }
    const isNext = client.waiting.length === 0 && mayStart(client)
    return (isNext ? call() : whenItsTurn(wait, call, size)).finally(() => clients.rest(client))
  }

  return { run }
}

/** `wait` answers what ends the waiting, with whether the call still waited. */
function whenItsTurn<Result>(
  wait: (one: Omit<Waiting, 'held'>) => () => boolean,
  call: () => Promise<Result>,
  { whenGone }: Size<Result>,
): Promise<Result> {
  let stop: (() => void) | undefined
  const done = new Promise<Result>((resolve, reject) => {
    const remove = wait({ start: () => void call().then(resolve, reject), refuse: reject })
    stop = whenGone?.(() => {
      if (remove()) reject(connectionClosed())
    })
  })
  return done.finally(() => stop?.())
}

function fits(client: Client, { calls, large, busy, modestAt }: UnderWay, now: number): boolean {
  if (calls >= BUDGETS.turns.limit) return false
  if (isLarge(client) && large >= BUDGETS.turns_large.limit) return false
  if (busy >= BUDGETS.turns_busy.limit && now - modestAt < SEEN_MS && isBusy(client, now)) return false
  return client.running === 0 || client.load + client.weight <= SHARE
}

/** Answers what ends the call; it takes the bytes of its outcome. */
function begin(client: Client, underWay: UnderWay, clock: () => number): (bytes: number) => void {
  const { weight } = client
  const started = clock()
  const large = isLarge(client) ? 1 : 0
  const busy = isBusy(client, started) ? 1 : 0
  underWay.calls++
  underWay.large += large
  underWay.busy += busy
  client.running++
  client.load += weight
  return bytes => {
    underWay.calls--
    underWay.large -= large
    underWay.busy -= busy
    client.running--
    // Sums of fractions may leave a rest.
    client.load = client.running === 0 ? 0 : client.load - weight
    settle(client, { ms: clock() - started, bytes }, clock())
  }
}

/** What a call took makes the next weigh more at once, and less by and by. */
function settle(client: Client, { ms, bytes }: { ms: number; bytes: number }, now: number): void {
  client.size = Math.max(bytes, client.size * 0.75)
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
        size: 0,
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
    /** Where it has no call left. */
    rest(client: Client): void {
      if (client.running > 0 || client.waiting.length > 0 || active.get(client.name) !== client) return
      active.delete(client.name)
      resting.set(client.name, client)
      if (resting.size > REMEMBERED) resting.delete(resting.keys().next().value!)
    },
  }
}
