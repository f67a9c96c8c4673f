import type { Queryable } from './db.ts'
import { findReplayed, insertTimeline, type Position } from './timelines.ts'

/** Reads that standbys answer in place of the primary, each of which has what was committed before a position. */
export interface Standbys<Reads> {
  /** Of a standby that has come as far, which is asked at once; `undefined`: none has, and the primary is to be read. */
  at(position: Position): Promise<Lent<Reads> | undefined>
  stop(): void
}

export interface Lent<Reads> {
  reads: Reads
  /** Whether it still answers, for who failed at it; one that does not is left out. */
  isThere(): Promise<boolean>
}

export interface Standby<Reads> {
  name: string
  /** To ask how far it is: no read stands in the way there. */
  lookDb: Queryable
  reads: Reads
}

interface Parts {
  primary: Queryable
  clock(): number
  tell(message: string, fields: { standby: string }): void
  patienceMs?: number
}

/** What has not come as far after so many answers, or has no answer in so long, is left out. */
const ANSWERS = 4
const PATIENCE_MS = 50
/** One that was left out is asked so often whether it has come as far. */
const LOOK_EVERY_MS = 1_000

export function openStandbys<Reads>(
  standbys: readonly Standby<Reads>[],
  { primary, clock, tell, patienceMs = PATIENCE_MS }: Parts,
): Standbys<Reads> {
  const watched = standbys.map(({ name, lookDb, reads }) => {
    const isOut = (out: boolean) => tell(out ? 'a standby is left out' : 'a standby is read again', { standby: name })
    return { reads, watch: watchStandby(lookDb, patienceMs, isOut) }
  })
  const noted = new Set<number>()
  let turn = 0

  async function note(timeline: number): Promise<void> {
    noted.add(timeline)
    await insertTimeline(primary, timeline, new Date(clock())).catch(() => noted.delete(timeline))
  }

  const timer = setInterval(() => {
    for (const { watch } of watched) void watch.lookAgain()
  }, LOOK_EVERY_MS)
  timer.unref()

  return {
    async at(position) {
      if (!noted.has(position.timeline)) {
        void note(position.timeline)
        return undefined
      }
      for (let n = 0; n < watched.length; n++) {
        const { reads, watch } = watched[turn++ % watched.length]!
        if (await watch.hasReached(position)) return { reads, isThere: () => watch.hasReached(position, true) }
      }
      return undefined
    },
    stop: () => clearInterval(timer),
  }
}

/** Asks one standby how far it is: one question at a time, whoever waits for its answer. */
function openAsking(db: Queryable, patienceMs: number) {
  let reached: Position | undefined
  let asked: Promise<boolean> | undefined

  async function find(timeline: number): Promise<boolean> {
    try {
      const lsn = await findReplayed(db, timeline)
      reached = lsn === undefined ? undefined : { timeline, lsn }
      return true
    } catch {
      reached = undefined
      return false
    } finally {
      asked = undefined
    }
  }

  return {
    /** `false`: no answer, or none in time. */
    async ask(timeline: number): Promise<boolean> {
      asked ??= find(timeline)
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<false>(resolve => {
        timer = setTimeout(resolve, patienceMs, false)
      })
      return await Promise.race([asked, late]).finally(() => clearTimeout(timer))
    },
    has: ({ timeline, lsn }: Position) => reached !== undefined && reached.timeline === timeline && reached.lsn >= lsn,
  }
}

function watchStandby(db: Queryable, patienceMs: number, tellOut: (out: boolean) => void) {
  const { ask, has } = openAsking(db, patienceMs)
  /** Where it has to come before it is read again. */
  let due: Position | undefined

  function leaveOut(position: Position): false {
    if (!due) tellOut(true)
    due = position
    return false
  }

  return {
    async hasReached(position: Position, anew = false): Promise<boolean> {
      if (due) return false
      if (!anew && has(position)) return true
      for (let answers = 0; answers < ANSWERS && !due; answers++) {
        if (!(await ask(position.timeline))) return leaveOut(position)
        if (has(position)) return true
      }
      return due ? false : leaveOut(position)
    },
    async lookAgain(): Promise<void> {
      if (!due || !(await ask(due.timeline)) || !due || !has(due)) return
      due = undefined
      tellOut(false)
    },
  }
}
