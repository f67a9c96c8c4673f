import type { BudgetUse } from './budgets.ts'
import type { Means } from './means.ts'
import type { Rest, WhenGone } from './rest.ts'
import { LONGEST_PAUSE_MS } from './restraint.ts'
import { type Beginning, HEAVIEST, openTurnLoad } from './turn-load.ts'
import {
  type Called,
  type CallKind,
  type Client,
  type Load,
  levelOf,
  openTurnQueue,
  type TurnRefusals,
  type Waiting,
} from './turn-queue.ts'

/** What a call keeps while it waits, and how large its outcome is, in bytes. */
interface Size<Result> {
  kind?: CallKind
  /** What it is called as: such calls take alike. */
  what?: string
  /** Whose it says it is, where the client stands for many: they take turns. */
  claimant?: string | undefined
  /** It leads to another call of the client, which counts. */
  isPrelude?: boolean
  held?: number
  bytes?: (result: Result) => number
  /** Calls back when nobody waits for it any more: what has not begun then never does, and keeps nothing. Answers what ends that. */
  whenGone?: WhenGone
}

/** A call that is under way ends by it, with the bytes of its outcome. */
type Turn = (size: number) => void

type Work<Result> = (rest: Rest) => Promise<Result>

/**
 * Calls share the process by clients. The only call of one begins at once, further ones as long as there is room
 * (`room.ts`): whoever asks much waits for itself, and nobody for a process that has time.
 */
export interface Turns {
  /** Runs it when it is the client's turn; raises what `refusals` make where too many of it wait. */
  run<Result>(client: string, work: Work<Result>, size?: Size<Result>): Promise<Result>
  /** How many calls are under way. */
  underWay(): number
}

/** Until it is seen what the calls of an agent take; many stand behind an address. */
const FIRST_WEIGHT = HEAVIEST
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
/** In one turn of the event loop as many begin as this holds. */
const SLICE_MS = 1

const NEVER: WhenGone = () => () => {}

export function openTurns(budgets: Pick<BudgetUse, 'watch' | 'overdraw'>, means: Means, refusals: TurnRefusals): Turns {
  const { clock } = means
  const clients = openClients(clock)
  const queue = openTurnQueue(budgets, refusals)
  const load = openTurnLoad(budgets, means)
  const schedule = scheduler(queue.isEmpty, () => startSome(() => queue.startNext(load), clock))

  function begin(client: Client, beginning: Beginning): Turn {
    const end = load.begin(client, beginning)
    return size => {
      end(size)
      clients.rest(client)
      schedule()
    }
  }

  function beginAgain(name: string, called: Claimed): Promise<Turn> {
    const client = clients.get(name)
    const start = (isFirst: boolean) => begin(client, { ...called, isPrelude: false, isFirst })
    const now = placeOf(client, called, queue, load)
    if (now) return Promise.resolve(start(now.isFirst))
    return new Promise((resolve, refuse) => {
      queue.add(client, { ...called, held: 0, start: () => resolve(start(load.isFirst(client))), refuse })
      schedule()
    })
  }

  function take<Result>(client: Client, work: Work<Result>, size: Size<Result>, isFirst = load.isFirst(client)) {
    const called = calledBy(size)
    const first = begin(client, { ...called, isPrelude: size.isPrelude ?? false, isFirst })
    return carryOut(first, () => beginAgain(client.name, called), work, size)
  }

  function run<Result>(name: string, work: Work<Result>, size: Size<Result> = {}): Promise<Result> {
    const client = clients.get(name)
    if (!size.isPrelude) load.note(client)
    const now = placeOf(client, calledBy(size), queue, load)
    if (now) return take(client, work, size, now.isFirst)
    const join = (one: Pick<Waiting, 'start' | 'refuse'>) => {
      const remove = queue.add(client, { ...one, ...calledBy(size), held: size.held ?? 0 })
      schedule()
      return remove
    }
    return whenItsTurn(join, () => take(client, work, size), size, refusals).finally(() => clients.rest(client))
  }

  return { run, underWay: load.calls }
}

interface Claimed extends Called {
  claimant: string
}

const calledBy = ({ kind = 'call', what = '', claimant = '' }: Size<never>): Claimed => ({ kind, what, claimant })

/** As what a call of it begins now; `undefined`: it waits. */
function placeOf(
  client: Client,
  called: Called,
  queue: { isEmpty(): boolean },
  load: Load,
): { isFirst: boolean } | undefined {
  if (client.waiting.length > 0 || !load.isBeginnable(client, called)) return undefined
  const isFirst = load.isFirst(client)
  return isFirst || (queue.isEmpty() && load.hasRoom(client)) ? { isFirst } : undefined
}

/** Runs what has its turn. A pause takes nothing of the process: another turn follows it. */
async function carryOut<Result>(
  first: Turn,
  beginAgain: () => Promise<Turn>,
  work: Work<Result>,
  { held = 0, bytes, whenGone = NEVER }: Size<Result>,
): Promise<Result> {
  let end: Turn | undefined = first
  const rest: Rest = async pause => {
    end?.(held)
    end = undefined
    const paused = await pause(whenGone)
    end = await beginAgain()
    return paused
  }
  let size = held
  try {
    const result = await work(rest)
    size += bytes?.(result) ?? 0
    return result
  } finally {
    end?.(size)
  }
}

/** `false`: nothing more may start. */
function startSome(startNext: () => boolean, clock: () => number): boolean {
  const began = clock()
  while (startNext()) if (clock() - began >= SLICE_MS) return true
  return false
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
  { closed }: TurnRefusals,
): Promise<Result> {
  let stop: (() => void) | undefined
  const done = new Promise<Result>((resolve, reject) => {
    const remove = join({ start: () => void call().then(resolve, reject), refuse: reject })
    stop = whenGone?.(() => {
      if (remove()) reject(closed())
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
  sizes: {},
  running: 0,
  round: 0,
  level: levelOf(FIRST_USED, now),
  calledAt: Number.NEGATIVE_INFINITY,
  listedAt: Number.NEGATIVE_INFINITY,
  pause: LONGEST_PAUSE_MS,
  waiting: [],
  held: 0,
})
