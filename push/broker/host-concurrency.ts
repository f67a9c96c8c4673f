import { LRUCache } from 'lru-cache'
import type { Shares } from '../../storage/webhooks/webhook-leases.ts'
import { type ConcurrencyLimits, openConcurrency } from '../shared-concurrency.ts'
import { createFastHosts } from './fast-hosts.ts'

/** A call's room. */
export interface Slot {
  /** Tells whose network the host is in. */
  leads(address: string): void
  /** Gives it back; `isOverloaded`: the host said that it has too much to do. */
  release(isOverloaded?: boolean): void
}

/** Whom a call is to, and whose provider that is. */
export type Callee = Pick<Shares, 'host' | 'party'>

interface SlotLimits extends ConcurrencyLimits {
  /** For one host. */
  each: number
  /** For one that answers in time, and does not say that it is too much. */
  eachPrompt: number
}

type Begin = (slot: Slot) => void

interface Waiter {
  callee: Callee
  begin: Begin
}

const REMEMBERED = 1_000
/** Calls become late, and others may have their places. */
const LOOK_EVERY_MS = 250

/**
 * Room for so many calls at once. Hosts that wait are served in turns. A host that does not answer in time, did not answer
 * yet, or keeps a call waiting at this moment is ailing: however many of those there are, others are called. `clock`: in
 * ms.
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

  /** One place that is given back may let two begin: the host may be a prompt one by now. */
  function serve(): void {
    const admits = openRound()
    for (let next = waiting.next(admits); next; next = waiting.next(admits)) next.begin(begin(next.callee))
    if (waiting.size() === 0) clearInterval(timer)
    timer = waiting.size() === 0 ? undefined : (timer ?? setInterval(serve, LOOK_EVERY_MS).unref())
  }

  return {
    /** Resolves with the room; with `undefined` where the signal comes first. */
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
    /** Does at once what else happens four times a second. */
    serve,
  }
}

/** The calls under way. */
function openCalls(limits: SlotLimits, clock: () => number) {
  const prompt = createFastHosts()
  const concurrency = openConcurrency(limits, clock)
  const networks = new LRUCache<string, string>({ max: REMEMBERED })
  const busy = new Map<string, number>()

  const isPrompt = (host: string) => prompt.isPrompt(host) && !concurrency.isKeptWaiting(host)
  const sharesOf = ({ host, party }: Callee): Shares => ({ host, party, address: networks.get(host) ?? null })

  /** As things stand now: whether there is room for one more, which is counted then. */
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
      // Many live in the networks of a few: one that answers is called, whatever its neighbours do.
      return lane.admit(shares) || (mayBePrompt && calls === 0 && lane.admit({ ...shares, address: null }))
    }
  }

  function enter(callee: Callee) {
    const [{ host }, startedAt] = [callee, clock()]
    const place = concurrency.enter(sharesOf(callee), !isPrompt(host))
    place.call()
    busy.set(host, (busy.get(host) ?? 0) + 1)
    return {
      leads(address: string) {
        networks.set(host, address)
        place.leads(address)
      },
      leave(isOverloaded = false) {
        prompt.answered(host, isOverloaded ? Infinity : clock() - startedAt)
        place.leave()
        const left = busy.get(host)! - 1
        busy.set(host, left)
        if (left === 0) busy.delete(host)
      },
    }
  }

  return { openRound, enter }
}

function openWaiting() {
  const crowds = new Map<string, Set<Waiter>>()
  const forget = (one: Waiter) => {
    const crowd = crowds.get(one.callee.host)
    crowd?.delete(one)
    if (crowd?.size === 0) crowds.delete(one.callee.host)
  }
  return {
    forget,
    size: () => crowds.size,
    add: (one: Waiter) => void crowds.set(one.callee.host, (crowds.get(one.callee.host) ?? new Set<Waiter>()).add(one)),
    /** The first of the first host that there is room for, which then comes after the others. */
    next(admits: (callee: Callee) => boolean): Waiter | undefined {
      for (const [host, crowd] of crowds) {
        const [one] = crowd
        if (!one || !admits(one.callee)) continue
        forget(one)
        const isLeft = crowds.delete(host)
        if (isLeft) crowds.set(host, crowd)
        return one
      }
      return undefined
    },
  }
}
