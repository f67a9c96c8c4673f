/** What is the best is known from the last one or two of these. */
const KEPT_MS = 10_000

interface Best {
  since: number
  ms: number
  before: number
}

/** The shortest times lately of what is called alike. */
export function openBest() {
  const known = new Map<string, Best>()
  return {
    /** With this one. */
    of(what: string, ms: number, now: number): number {
      let one = known.get(what)
      if (!one) known.set(what, (one = { since: now, ms, before: ms }))
      if (now - one.since >= KEPT_MS) Object.assign(one, { since: now, ms, before: one.ms })
      one.ms = Math.min(one.ms, ms)
      return Math.min(one.ms, one.before)
    },
  }
}
