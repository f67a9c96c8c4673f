import { BUDGETS, type BudgetName, type BudgetUse } from './budgets.ts'

/** A long page is asked for, many calls at once, or anything else. */
export type CallKind = 'call' | 'page' | 'batch'

/** `what` such calls are called that take alike. */
export interface Called {
  kind: CallKind
  what: string
}

export interface Client {
  name: string
  isAgent: boolean
  /** What it took lately, as `levelOf` has it. */
  level: number
  /** When it called last, and how long after the call before, as it mostly does. */
  calledAt: number
  pause: number
  /** When it was put among those that called last. */
  listedAt: number
  /** What its latest calls took. */
  weight: number
  /** Bytes that they had. */
  readonly sizes: Partial<Record<CallKind, number>>
  /** Its calls under way. */
  running: number
  /** In the order in which they go. */
  waiting: Waiting[]
  /** Of the latest that went. */
  round: number
  /** Bytes that those keep. */
  held: number
}

export interface Waiting extends Called {
  /** Whose it says it is: such ones of a client take turns. */
  claimant: string
  /** Each claimant has one call in a round. */
  round: number
  held: number
  start(): void
  refuse(refusal: Error): void
}

/** What decides whether a call may be beside those under way. */
export interface Load {
  isBeginnable(client: Client, next: Called): boolean
  isFirst(client: Client): boolean
  hasRoom(client: Client): boolean
}

const FADES_MS = 1_000

/** What refuses calls that get no turn. */
export interface TurnRefusals {
  tooManyWait(): Error
  /** Nobody waits for it any more. */
  closed(): Error
}

/** The clients whose calls wait. */
export function openTurnQueue(
  { watch, overdraw }: Pick<BudgetUse, 'watch' | 'overdraw'>,
  { tooManyWait }: TurnRefusals,
) {
  const { clients, total, join, leave } = openLines()
  watch('turns_waiting', () => total.calls)
  watch('turns_waiting_bytes', () => total.bytes)

  function refuse(budget: BudgetName): Error {
    overdraw(budget)
    return tooManyWait()
  }

  /** Makes room at the cost of whoever has most waiting; raises where that is this client itself. */
  function makeRoom(client: Client, budget: BudgetName, of: (client: Client) => number): void {
    const largest = [...clients].reduce((a, b) => (of(b) > of(a) ? b : a), client)
    if (largest === client) throw refuse(budget)
    const latest = largest.waiting.at(-1)!
    leave(largest, latest)
    latest.refuse(refuse(budget))
  }

  return {
    isEmpty: () => total.calls === 0,
    /** Answers what takes it out again, with whether it was still there. */
    add(client: Client, asked: Omit<Waiting, 'round'>): () => boolean {
      const one = { ...asked, round: roundOf(client, asked.claimant) }
      const own = overdrawnBy(client, one)
      if (own) throw refuse(own)
      if (total.calls >= BUDGETS.turns_waiting.limit) makeRoom(client, 'turns_waiting', one => one.waiting.length)
      const isTooMuch = total.bytes + one.held > BUDGETS.turns_waiting_bytes.limit
      if (isTooMuch) makeRoom(client, 'turns_waiting_bytes', one => one.held)
      join(client, one)
      return () => leave(client, one)
    },
    /** `false`: none may start. */
    startNext(load: Load): boolean {
      const client = nextOf(clients, load)
      if (!client) return false
      const next = client.waiting[0]!
      client.round = next.round
      leave(client, next)
      next.start()
      return true
    },
  }
}

/** What waits, by client, and the sums of it. */
function openLines() {
  const clients = new Set<Client>()
  const total = { calls: 0, bytes: 0 }
  return {
    clients,
    total,
    join(client: Client, one: Waiting): void {
      client.waiting.splice(client.waiting.findLastIndex(({ round }) => round <= one.round) + 1, 0, one)
      client.held += one.held
      clients.add(client)
      total.calls++
      total.bytes += one.held
    },
    /** Whether it was still there. */
    leave(client: Client, one: Waiting): boolean {
      const at = client.waiting.indexOf(one)
      if (at < 0) return false
      client.waiting.splice(at, 1)
      client.held -= one.held
      if (client.waiting.length === 0) clients.delete(client)
      total.calls--
      total.bytes -= one.held
      return true
    },
  }
}

/** The budget of its own that one more call of the client would overdraw. */
function overdrawnBy({ waiting, held }: Client, one: Waiting): BudgetName | undefined {
  if (waiting.length >= BUDGETS.turns_waiting_of_client.limit) return 'turns_waiting_of_client'
  return held + one.held > BUDGETS.turns_waiting_bytes_of_client.limit ? 'turns_waiting_bytes_of_client' : undefined
}

/** So much taken by now, which fades by half each second: who has a higher level than another has it whenever that is asked. */
export const levelOf = (used: number, now: number) => Math.log2(used) + now / FADES_MS

/** Between calls of one each, in ms, where a client took so much. */
export const pauseOf = (used: number) => FADES_MS / (Math.LN2 * used)

/** What a client took lately, as it has faded by now. */
export const usedBy = ({ level }: Pick<Client, 'level'>, now: number) => 2 ** (level - now / FADES_MS)

/** Behind the latest of the same claimant. */
function roundOf({ waiting, round }: Client, claimant: string): number {
  const latest = waiting.findLast(one => one.claimant === claimant)
  return (latest?.round ?? round) + 1
}

/** Who used least: of those that need room it alone may take it, so that none waits for ever for much of it. */
function nextOf(queued: ReadonlySet<Client>, { isBeginnable, isFirst, hasRoom }: Load): Client | undefined {
  let first: Client | undefined
  let further: Client | undefined
  for (const client of queued) {
    if (!isBeginnable(client, client.waiting[0]!)) continue
    if (isFirst(client)) first = lessUsed(first, client)
    else further = lessUsed(further, client)
  }
  return further && hasRoom(further) ? lessUsed(first, further) : first
}

const lessUsed = (one: Client | undefined, other: Client) => (one && one.level <= other.level ? one : other)
