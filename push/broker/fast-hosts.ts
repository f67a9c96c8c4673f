/** From so long on a call was waited for. */
export const LATE_MS = 2_000
/** In-time answers that make up for a late one, and the most that are asked of a host. */
const FOR_A_LATE_ONE = 4
const AT_MOST = 16
const REMEMBERED = 1_000

/** Hosts that answer in time: a late answer takes several that are not to make up for. */
export function createFastHosts() {
  /** How many answers in time are wanted of a host, that with the latest answer at the end. */
  const wanted = new Map<string, number>()
  return {
    isPrompt: (host: string): boolean => wanted.get(host) === 0,
    list: (): string[] => [...wanted].flatMap(([host, count]) => (count === 0 ? host : [])),
    /** A call of it took so long. */
    answered(host: string, ms: number): void {
      const before = wanted.get(host) ?? 0
      const after = ms < LATE_MS ? Math.max(0, before - 1) : Math.min(AT_MOST, before + FOR_A_LATE_ONE)
      wanted.delete(host)
      wanted.set(host, after)
      if (wanted.size > REMEMBERED) wanted.delete(wanted.keys().next().value!)
    },
  }
}
