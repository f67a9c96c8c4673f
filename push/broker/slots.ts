type Begin = (release: () => void) => void

interface Limits {
  /** For one host. */
  each: number
  all: number
}

/** Room for so many calls at once. Hosts that wait are served in turns. */
export function openSlots(limits: Limits) {
  const room = openRoom(limits)
  const waiting = openWaiting()

  const begin = (host: string) => {
    room.enter(host)
    return () => {
      room.leave(host)
      const next = waiting.next(room.hasRoomFor)
      next?.begin(begin(next.host))
    }
  }

  return {
    /** Resolves with what gives the room back; with `undefined` where the signal comes first. */
    take(host: string, signal?: AbortSignal): Promise<(() => void) | undefined> {
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

function openRoom({ each, all }: Limits) {
  const busy = new Map<string, number>()
  let total = 0
  const count = (host: string, by: 1 | -1) => {
    total += by
    const now = (busy.get(host) ?? 0) + by
    if (now === 0) busy.delete(host)
    else busy.set(host, now)
  }
  return {
    hasRoomFor: (host: string) => total < all && (busy.get(host) ?? 0) < each,
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
