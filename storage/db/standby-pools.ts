import type { Queryable } from './db.ts'
import { findReplayed, finishRecord, insertTimeline, mayBeInsideRecord, type WalPosition } from './timelines.ts'

/** Reads from standbys that have replayed everything up to a position. */
export interface Standbys<Reads> {
  /** A standby that has reached the position; `undefined`: none has, so the primary is used. */
  at(position: WalPosition): Promise<StandbyLease<Reads> | undefined>
  stop(): void
}

export interface StandbyLease<Reads> {
  reads: Reads
  /** Whether it still responds and has reached the position, checked again after a failed read. */
  isThere(): Promise<boolean>
}

export interface Standby<Reads> {
  name: string
  /** A separate connection for its position, so that reads do not delay it. */
  probeDb: Queryable
  reads: Reads
}

interface Parts {
  primary: Queryable
  clock(): number
  /** For durations: monotonic ms. */
  monotonic(): number
  tell(message: string, fields: { standby: string }): void
  patienceMs?: number
}

/** A standby that has not reached the position after so many polls is skipped for this read. */
const ANSWERS = 4
/** Timeout after which a standby without a response is not used. */
const PATIENCE_MS = 50
/**
 * A standby that does not reach the position of a read within this time is not used either. Unused standbys are polled
 * at this interval.
 */
const LOOK_EVERY_MS = 1_000

/**
 * Chooses a standby for a read that must see everything up to a WAL position, which is what its caller last wrote or saw.
 *
 * A standby is in use, or out: it did not respond, or did not reach a position within LOOK_EVERY_MS. One that is out is
 * polled until it has reached the position at which it fell behind. Invariants: a read never sees less than its position,
 * on the primary's own timeline; a slow standby delays a read by at most a few polls of `patienceMs`, and then the
 * primary serves it.
 */
export function openStandbys<Reads>(
  standbys: readonly Standby<Reads>[],
  { primary, clock, monotonic, tell, patienceMs = PATIENCE_MS }: Parts,
): Standbys<Reads> {
  const reportBehind = createRecordFinisher(primary)
  const watched = standbys.map(({ name, probeDb, reads }) => {
    const isOut = (out: boolean) =>
      tell(out ? 'a standby is no longer used for reads' : 'a standby is used for reads again', { standby: name })
    return { reads, watch: watchStandby(probeDb, { patienceMs, monotonic, reportBehind }, isOut) }
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
      // Others check theirs while this one waits for a response.
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

/** One poll at a time: the next reads then use the position that it returns. */
function createRecordFinisher(primary: Queryable) {
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

/** Polls the position of one standby; all waiters share one query. */
function createPositionPoller(db: Queryable, patienceMs: number) {
  let reached: WalPosition | undefined
  let checking: Promise<boolean> | undefined

  async function find(timeline: number): Promise<boolean> {
    try {
      const lsn = await findReplayed(db, timeline)
      reached = lsn === undefined ? undefined : { timeline, lsn }
      return true
    } catch {
      reached = undefined
      return false
    } finally {
      checking = undefined
    }
  }

  return {
    /** `false`: no response in time. */
    async ask(timeline: number): Promise<boolean> {
      checking ??= find(timeline)
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<false>(resolve => {
        timer = setTimeout(resolve, patienceMs, false)
      })
      return await Promise.race([checking, late]).finally(() => clearTimeout(timer))
    },
    has: ({ timeline, lsn }: WalPosition) =>
      reached !== undefined && reached.timeline === timeline && reached.lsn >= lsn,
    /** A different server may respond at its address now, which is further behind. */
    forget() {
      reached = undefined
    },
  }
}

interface Terms {
  patienceMs: number
  monotonic(): number
  /** Marks a standby that responds but is behind. */
  reportBehind(position: WalPosition): void
}

function watchStandby(
  db: Queryable,
  { patienceMs, monotonic, reportBehind }: Terms,
  setUnavailable: (out: boolean) => void,
) {
  const { ask, has, forget } = createPositionPoller(db, patienceMs)
  /** The position it must reach before it is used again. */
  let due: WalPosition | undefined
  /** The position that it had not reached when a read required it. */
  let wanted: { position: WalPosition; since: number } | undefined

  function leaveOut(position: WalPosition): false {
    if (!due) setUnavailable(true)
    due = position
    return false
  }

  function stayBehind(position: WalPosition): false {
    reportBehind(position)
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
      setUnavailable(false)
    },
  }
}
