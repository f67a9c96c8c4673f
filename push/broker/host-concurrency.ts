import { LRUCache } from 'lru-cache'
import type { Shares } from '../../storage/webhooks/webhook-leases.ts'
import { type ConcurrencyLimits, openConcurrency } from '../shared-concurrency.ts'
import { createFastHosts } from './fast-hosts.ts'

/** The slot of a call. */
export interface Slot {
  /** Reports whose network the host is in. */
  leads(address: string): void
  /** Releases the slot; `isOverloaded`: the host said that it is overloaded. */
  release(isOverloaded?: boolean): void
}

/** The host of a call, and the party behind the provider. */
export type Callee = Pick<Shares, 'host' | 'party'>

interface SlotLimits extends ConcurrencyLimits {
  /** Maximum calls to one host. */
  each: number
  /** Maximum calls to a fast host that is not overloaded. */
  eachPrompt: number
}

type Begin = (slot: Slot) => void

interface Waiter {
  callee: Callee
  begin: Begin
}

const REMEMBERED = 1_000
/** Interval for rechecking the queue, since calls become late and free their share. */
const LOOK_EVERY_MS = 250

/**
 * Limits concurrent calls, and serves waiting hosts round-robin. A call waits, or has a slot until it is released.
 * Invariant: a slot that becomes free is offered to the waiting hosts at once. A host is failing if it does not respond in time, has
 * not responded yet, or delays a call at this moment: however many failing hosts there are, calls to others proceed.
 * `clock`: in ms.
 */
export function createHostConcurrency(limits: SlotLimits, clock: () => number) {
  const { openRound, enter } = openCalls(limits, clock)
  const waiting = openWaiting()
  let timer: NodeJS.Timeout | undefined

  function begin(callee: Callee): Slot {
    const { leads, leave } = enter(callee)
    const release = (isOverloaded?: boolean) => {
      leave(isOverloaded)
      serve()
    }
    return { leads, release }
  }

  /** One released slot may start two calls, since the host may count as fast now. */
  function serve(): void {
    const admits = openRound()
    for (let next = waiting.next(admits); next; next = waiting.next(admits)) next.begin(begin(next.callee))
    if (waiting.size() === 0) clearInterval(timer)
    timer = waiting.size() === 0 ? undefined : (timer ?? setInterval(serve, LOOK_EVERY_MS).unref())
  }

  return {
    /** Resolves with the slot, or with `undefined` if the signal aborts first. */
    take(callee: Callee, signal?: AbortSignal): Promise<Slot | undefined> {
      if (signal?.aborted) return Promise.resolve(undefined)
      if (openRound()(callee)) return Promise.resolve(begin(callee))
      return new Promise(resolve => {
        const waiter: Waiter = {
          callee,
          begin(slot) {
            signal?.removeEventListener('abort', giveUp)
            resolve(slot)
          },
        }
        const giveUp = () => {
          waiting.forget(waiter)
          resolve(undefined)
        }
        signal?.addEventListener('abort', giveUp, { once: true })
        waiting.add(waiter)
        timer ??= setInterval(serve, LOOK_EVERY_MS).unref()
      })
    },
    /** Runs the check that otherwise runs four times a second. */
    serve,
  }
}

/** The calls in progress. */
function openCalls(limits: SlotLimits, clock: () => number) {
  const prompt = createFastHosts()
  const concurrency = openConcurrency(limits, clock)
  const networks = new LRUCache<string, string>({ max: REMEMBERED })
  const busy = new Map<string, number>()

  const isPrompt = (host: string) => prompt.isPrompt(host) && !concurrency.isLate(host)
  const sharesOf = ({ host, party }: Callee): Shares => ({ host, party, address: networks.get(host) ?? null })

  /** Returns a check whether one more call can start, which counts the call if so. */
  function openRound() {
    const lanes = new Map<boolean, ReturnType<typeof concurrency.standing>>()
    const laneOf = (isFailing: boolean) => {
      const lane = lanes.get(isFailing) ?? concurrency.standing(isFailing)
      lanes.set(isFailing, lane)
      return lane
    }
    return (callee: Callee): boolean => {
      const mayBePrompt = isPrompt(callee.host)
      const calls = busy.get(callee.host) ?? 0
      if (calls >= (mayBePrompt ? limits.eachPrompt : limits.each)) return false
      const [lane, shares] = [laneOf(!mayBePrompt), sharesOf(callee)]
      // Many hosts share few networks: a host that responds is called regardless of its neighbours.
      return lane.admit(shares) || (mayBePrompt && calls === 0 && lane.admit({ ...shares, address: null }))
    }
  }

  function enter(callee: Callee) {
    const [{ host }, startedAt] = [callee, clock()]
    const slot = concurrency.enter(sharesOf(callee), !isPrompt(host))
    slot.call()
    busy.set(host, (busy.get(host) ?? 0) + 1)
    return {
      leads(address: string) {
        networks.set(host, address)
        slot.leads(address)
      },
      leave(isOverloaded = false) {
        prompt.answered(host, isOverloaded ? Infinity : clock() - startedAt)
        slot.leave()
        const left = busy.get(host)! - 1
        busy.set(host, left)
        if (left === 0) busy.delete(host)
      },
    }
  }

  return { openRound, enter }
}

function openWaiting() {
  const waiting = new Map<string, Set<Waiter>>()
  const forget = (one: Waiter) => {
    const waiters = waiting.get(one.callee.host)
    waiters?.delete(one)
    if (waiters?.size === 0) waiting.delete(one.callee.host)
  }
  return {
    forget,
    size: () => waiting.size,
    add: (one: Waiter) =>
      void waiting.set(one.callee.host, (waiting.get(one.callee.host) ?? new Set<Waiter>()).add(one)),
    /** Takes the first call of the first host with a free slot, and moves that host to the end. */
    next(admits: (callee: Callee) => boolean): Waiter | undefined {
      for (const [host, waiters] of waiting) {
        const [one] = waiters
        if (!one || !admits(one.callee)) continue
        forget(one)
        const isLeft = waiting.delete(host)
        if (isLeft) waiting.set(host, waiters)
        return one
      }
      return undefined
    },
  }
}
