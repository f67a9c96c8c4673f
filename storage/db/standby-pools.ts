import type { Queryable } from './db.ts'
import { findReplayed, finishRecord, insertTimeline, mayBeInsideRecord, type WalPosition } from './timelines.ts'

/** Reads that standbys answer in place of the primary, each of which has what was committed before a position. */
export interface Standbys<Reads> {
  /** Of a standby that has come as far, which is asked at once; `undefined`: none has, and the primary is to be read. */
  at(position: WalPosition): Promise<Lent<Reads> | undefined>
  stop(): void
}

export interface Lent<Reads> {
  reads: Reads
  /** Whether it still answers and has come as far, asked anew, for who failed at it. */
  isThere(): Promise<boolean>
}

export interface Standby<Reads> {
  name: string
  /** To ask how far it is: no read stands in the way there. */
  probeDb: Queryable
  reads: Reads
}

interface Parts {
  primary: Queryable
  clock(): number
  /** For durations: ms that only ever grow. */
  monotonic(): number
  tell(message: string, fields: { standby: string }): void
  patienceMs?: number
}

/** A standby that has not come as far after so many answers is not read from this once. */
const ANSWERS = 4
/** One that gives no answer in so long is left out. */
const PATIENCE_MS = 50
/**
 * So is one that has not come in so long to where a read wanted it. One that was left out is asked as often whether it
 * has come as far.
 */
const LOOK_EVERY_MS = 1_000

export function openStandbys<Reads>(
  standbys: readonly Standby<Reads>[],
  { primary, clock, monotonic, tell, patienceMs = PATIENCE_MS }: Parts,
): Standbys<Reads> {
  const tellBehind = openFinishing(primary)
  const watched = standbys.map(({ name, probeDb, reads }) => {
    const isOut = (out: boolean) =>
      tell(out ? 'a standby is no longer used for reads' : 'a standby is used for reads again', { standby: name })
    return { reads, watch: watchStandby(probeDb, { patienceMs, monotonic, tellBehind }, isOut) }
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
      // Others take theirs while this one waits for an answer.
      const first = turn++
      for (let n = 0; n < watched.length; n++) {
        const { reads, watch } = watched[(first + n) % watched.length]!
        if (await watch.hasReached(position)) return { reads, isThere: () => watch.hasReached(position, true) }
      }
      return undefined
    },
    stop: () => clearInterval(timer),
  }
}

/** Once at a time: the next reads that are admitted ask for what a standby can reach. */
function openFinishing(primary: Queryable) {
  let isFinishing = false
  return (position: WalPosition): void => {
    if (isFinishing || !mayBeInsideRecord(position)) return
    isFinishing = true
    const over = () => {
      isFinishing = false
    }
    void finishRecord(primary).then(over, over)
  }
}

/** Asks one standby how far it is: one question at a time, whoever waits for its answer. */
function openAsking(db: Queryable, patienceMs: number) {
  let reached: WalPosition | undefined
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
    has: ({ timeline, lsn }: WalPosition) =>
      reached !== undefined && reached.timeline === timeline && reached.lsn >= lsn,
    /** Another one may answer at its address by now, which has not come as far. */
    forget() {
      reached = undefined
    },
  }
}

interface Terms {
  patienceMs: number
  monotonic(): number
  /** Of a read that a standby which answers has not come to. */
  tellBehind(position: WalPosition): void
}

function watchStandby(db: Queryable, { patienceMs, monotonic, tellBehind }: Terms, tellOut: (out: boolean) => void) {
  const { ask, has, forget } = openAsking(db, patienceMs)
  /** Where it has to come before it is read again. */
  let due: WalPosition | undefined
  /** Where it had not come when a read wanted it there. */
  let wanted: { position: WalPosition; since: number } | undefined

  function leaveOut(position: WalPosition): false {
    if (!due) tellOut(true)
    due = position
    return false
  }

  function stayBehind(position: WalPosition): false {
    tellBehind(position)
    if (!wanted || has(wanted.position)) wanted = { position, since: monotonic() }
    return monotonic() - wanted.since > LOOK_EVERY_MS ? leaveOut(position) : false
  }

  return {
    async hasReached(position: WalPosition, anew = false): Promise<boolean> {
      if (due) return false
      if (anew) forget()
      if (has(position)) return true
      for (let answers = 0; answers < ANSWERS && !due; answers++) {
        if (!(await ask(position.timeline))) return leaveOut(position)
        if (has(position)) return true
      }
      return due ? false : stayBehind(position)
    },
    async lookAgain(): Promise<void> {
      forget()
      if (!due || !(await ask(due.timeline)) || !due || !has(due)) return
      due = undefined
      wanted = undefined
      tellOut(false)
    },
  }
}
