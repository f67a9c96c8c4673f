import { Problem } from '../problems/problems.ts'
import { BUDGETS, type BudgetUse } from './budgets.ts'
import type { Rest, WhenGone } from './rest.ts'
import { LONGEST_PAUSE_MS } from './restraint.ts'
import { firstSizes, openTurnLoad } from './turn-load.ts'
import { type CallKind, type Client, levelOf, openTurnQueue, type Waiting } from './turn-queue.ts'

/** What a call keeps while it waits, and how large its outcome is, in bytes. */
interface Size<Result> {
  kind?: CallKind
  /** It leads to another call of the client, which counts. */
  isPrelude?: boolean
  held?: number
  bytes?: (result: Result) => number
  /** Calls back when nobody waits for it any more: what has not begun then never does, and keeps nothing. Answers what ends that. */
  whenGone?: WhenGone
}

/** A call under way; it ends with the bytes of its outcome. */
interface Turn {
  end(size: number): void
}

/** Calls share the process by clients: whoever asks much waits for itself, and a heavy call of one delays few of others. */
export interface Turns {
  /** Runs it when it is the client's turn; raises `rate-limited` where too many of it wait. */
  run<Result>(client: string, work: (rest: Rest) => Promise<Result>, size?: Size<Result>): Promise<Result>
}

/** An agent that is not known begins with one call at a time, until it is seen what they take; many stand behind an address. */
const FIRST_WEIGHT = BUDGETS.turn_weight.limit
const FIRST_WEIGHT_OF_ADDRESS = 4
const REMEMBERED = 20_000
/** So much, as `usedBy` counts, it is taken to have had already: many who come new at once are restrained after two calls each. */
const FIRST_USED = 3
/** Of a page, from so many items on. */
const LONG_PAGE = 40

/** By the limit that is asked for. */
export const kindOf = (limit: number): CallKind => (limit > LONG_PAGE ? 'page' : 'call')

/** Clients are agents, or else addresses. */
const AGENT_ID = /^[0-9a-f-]{36}$/
const LOOK_AGAIN_MS = 5

export const connectionClosed = () =>
  new Problem('bad-request', 'The connection closed before the request had its turn.')

/** `clock`: ms that only ever grow. */
export function openTurns(budgets: Pick<BudgetUse, 'watch' | 'overdraw'>, clock: () => number): Turns {
  const clients = openClients(clock)
  const queue = openTurnQueue(budgets)
  const load = openTurnLoad(budgets, clock)
  const schedule = scheduler(
    () => queue.isEmpty(),
    () => queue.startNext(load.mayStart),
  )

  async function take<Result>(
    client: Client,
    work: (rest: Rest) => Promise<Result>,
    { kind = 'call', isPrelude = false, held = 0, bytes, whenGone = () => () => {} }: Size<Result>,
  ) {
    let turn: Turn | undefined = begin(client, kind, isPrelude)
    const rest: Rest = async pause => {
      turn?.end(held)
      turn = undefined
      const paused = await pause(whenGone)
      turn = await beginAgain(client.name, kind)
      return paused
    }
    let size = held
    try {
      const result = await work(rest)
      size += bytes?.(result) ?? 0
      return result
    } finally {
      turn?.end(size)
    }
  }

  function begin(client: Client, kind: CallKind, isPrelude = false): Turn {
    const end = load.begin(client, kind, isPrelude)
    return {
      end(size) {
        end(size)
        clients.rest(client)
        schedule()
      },
    }
  }

  /** Its pause took nothing of the process, and is none of its load. */
  function beginAgain(name: string, kind: CallKind): Promise<Turn> {
    const client = clients.get(name)
    if (client.waiting.length === 0 && load.mayStart(client, kind)) return Promise.resolve(begin(client, kind))
    return new Promise((resolve, refuse) => {
      queue.add(client, { kind, held: 0, start: () => resolve(begin(client, kind)), refuse })
      schedule()
    })
  }

  function run<Result>(name: string, work: (rest: Rest) => Promise<Result>, size: Size<Result> = {}): Promise<Result> {
    const client = clients.get(name)
    if (!size.isPrelude) load.note(client)
    const isNext = client.waiting.length === 0 && load.mayStart(client, size.kind)
    return isNext ? take(client, work, size) : wait(client, work, size)
  }

  function wait<Result>(client: Client, work: (rest: Rest) => Promise<Result>, size: Size<Result>): Promise<Result> {
    const { kind = 'call', held = 0 } = size
    const join = (one: Pick<Waiting, 'start' | 'refuse'>) => {
      const remove = queue.add(client, { ...one, kind, held })
      schedule()
      return remove
    }
    return whenItsTurn(join, () => take(client, work, size), size).finally(() => clients.rest(client))
  }

  return { run }
}

/** Starts what waits, as long as something may start. */
function scheduler(isEmpty: () => boolean, startNext: () => boolean): () => void {
  let isScheduled = false
  let isLookingAgain = false

  /** In another turn of the event loop: what came in meanwhile is seen before the next heavy call begins. */
  function schedule(): void {
    if (isScheduled || isEmpty()) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      if (startNext()) schedule()
      else lookAgain()
    })
  }

  /** Time alone may make room, too. */
  function lookAgain(): void {
    if (isLookingAgain) return
    isLookingAgain = true
    setTimeout(() => {
      isLookingAgain = false
      schedule()
    }, LOOK_AGAIN_MS).unref()
  }

  return schedule
}

/** `join` answers what ends the waiting, with whether the call still waited. */
function whenItsTurn<Result>(
  join: (one: Pick<Waiting, 'start' | 'refuse'>) => () => boolean,
  call: () => Promise<Result>,
  { whenGone }: Size<Result>,
): Promise<Result> {
  let stop: (() => void) | undefined
  const done = new Promise<Result>((resolve, reject) => {
    const remove = join({ start: () => void call().then(resolve, reject), refuse: reject })
    stop = whenGone?.(() => {
      if (remove()) reject(connectionClosed())
    })
  })
  return done.finally(() => stop?.())
}

/** Those that called last, the latest at the end; none is forgotten while it has calls. */
function openClients(clock: () => number) {
  const clients = new Map<string, Client>()

  function forgetOne(): void {
    const [oldest] = clients.values()
    clients.delete(oldest!.name)
    if (hasCalls(oldest!)) clients.set(oldest!.name, oldest!)
  }

  return {
    get(name: string): Client {
      let client = clients.get(name)
      if (!client) clients.set(name, (client = newClient(name, clock())))
      return client
    },
    /** Where it has no call left. */
    rest(client: Client): void {
      if (hasCalls(client) || clients.get(client.name) !== client) return
      clients.delete(client.name)
      clients.set(client.name, client)
      if (clients.size > REMEMBERED) forgetOne()
    },
  }
}

const hasCalls = ({ running, waiting }: Client) => running > 0 || waiting.length > 0

const newClient = (name: string, now: number, isAgent = AGENT_ID.test(name)): Client => ({
  name,
  isAgent,
  weight: isAgent ? FIRST_WEIGHT : FIRST_WEIGHT_OF_ADDRESS,
  sizes: firstSizes(),
  running: 0,
  load: 0,
  level: levelOf(FIRST_USED, now),
  calledAt: Number.NEGATIVE_INFINITY,
  listedAt: Number.NEGATIVE_INFINITY,
  pause: LONGEST_PAUSE_MS,
  waiting: [],
  held: 0,
})
