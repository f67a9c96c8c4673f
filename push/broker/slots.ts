import { openPromptHosts } from './prompt-hosts.ts'

/** Gives the room back; `isOverloaded`: the host said that it has too much to do. */
export type Release = (isOverloaded?: boolean) => void

type Begin = (release: Release) => void

interface Limits {
  /** For one host. */
  each: number
  /** For one that answers in time, and does not say that it is too much. */
  eachPrompt: number
  all: number
  /** For all hosts together that do not answer in time, or did not answer yet: however many, others are called. */
  slow: number
}

/** Room for so many calls at once. Hosts that wait are served in turns. `clock`: in ms. */
export function openSlots(limits: Limits, clock: () => number) {
  const prompt = openPromptHosts()
  const room = createAdaptiveLimit(limits, prompt.isPrompt)
  const waiting = openWaiting()

  const begin = (host: string): Release => {
    const startedAt = clock()
    room.enter(host)
    return (isOverloaded = false) => {
      prompt.answered(host, isOverloaded ? Infinity : clock() - startedAt)
      room.leave(host)
      // One that is given back may let two begin: the host may be a prompt one by now.
      for (let next = waiting.next(room.hasRoomFor); next; next = waiting.next(room.hasRoomFor)) {
        next.begin(begin(next.host))
      }
    }
  }

  return {
    /** Resolves with what gives the room back; with `undefined` where the signal comes first. */
    take(host: string, signal?: AbortSignal): Promise<Release | undefined> {
      if (signal?.aborted) return Promise.resolve(undefined)
      if (room.hasRoomFor(host)) return Promise.resolve(begin(host))
      return new Promise(resolve => {
        const served: Begin = release => {
          signal?.removeEventListener('abort', giveUp)
          resolve(release)
        }
        const giveUp = () => {
          waiting.forget(host, served)
          resolve(undefined)
        }
        signal?.addEventListener('abort', giveUp, { once: true })
        waiting.add(host, served)
      })
    },
  }
}

function createAdaptiveLimit({ each, eachPrompt, all, slow }: Limits, isPrompt: (host: string) => boolean) {
  const busy = new Map<string, number>()
  let total = 0
  const count = (host: string, by: 1 | -1) => {
    total += by
    const now = (busy.get(host) ?? 0) + by
    if (now === 0) busy.delete(host)
    else busy.set(host, now)
  }
  const slowOnes = () => [...busy].reduce((sum, [host, calls]) => (isPrompt(host) ? sum : sum + calls), 0)
  return {
    hasRoomFor(host: string): boolean {
      const calls = busy.get(host) ?? 0
      return total < all && (isPrompt(host) ? calls < eachPrompt : calls < each && slowOnes() < slow)
    },
    enter: (host: string) => count(host, 1),
    leave: (host: string) => count(host, -1),
  }
}

function openWaiting() {
  const crowds = new Map<string, Set<Begin>>()
  const forget = (host: string, one: Begin) => {
    const crowd = crowds.get(host)
    crowd?.delete(one)
    if (crowd?.size === 0) crowds.delete(host)
  }
  return {
    forget,
    add: (host: string, one: Begin) => void crowds.set(host, (crowds.get(host) ?? new Set()).add(one)),
    /** The first of the first host that there is room for, which then comes after the others. */
    next(hasRoomFor: (host: string) => boolean): { host: string; begin: Begin } | undefined {
      for (const [host, crowd] of crowds) {
        const [begin] = crowd
        if (!begin || !hasRoomFor(host)) continue
        forget(host, begin)
        const isLeft = crowds.delete(host)
        if (isLeft) crowds.set(host, crowd)
        return { host, begin }
      }
      return undefined
    },
  }
}
