/** A call that takes longer than this is late. */
export const LATE_MS = 2_000
/** In-time responses that compensate for a late one, and the maximum that a host can owe. */
const FOR_A_LATE_ONE = 4
const AT_MOST = 16
const REMEMBERED = 1_000

/**
 * Tracks hosts that respond in time: after a late response, a host must respond in time several times to count as fast
 * again.
 */
export function createFastHosts() {
  /** The number of in-time responses that a host owes; the host with the latest response is last. */
  const wanted = new Map<string, number>()
  return {
    isPrompt: (host: string): boolean => wanted.get(host) === 0,
    list: (): string[] => [...wanted].flatMap(([host, count]) => (count === 0 ? host : [])),
    /** Records the duration of a call to the host. */
    answered(host: string, ms: number): void {
      const before = wanted.get(host) ?? 0
      const after = ms < LATE_MS ? Math.max(0, before - 1) : Math.min(AT_MOST, before + FOR_A_LATE_ONE)
      wanted.delete(host)
      wanted.set(host, after)
      if (wanted.size > REMEMBERED) wanted.delete(wanted.keys().next().value!)
    },
  }
}
