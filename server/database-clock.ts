import { performance } from 'node:perf_hooks'
import type { Logger } from 'pino'

/** The time that all processes of an installation share: the database's. */
export interface Clock {
  /** In whole ms since 1970. */
  now(): number
  /** How far this machine's clock is ahead of it, in ms. */
  offsetMs(): number
  /** Resolves after the first measurement. */
  ready: Promise<void>
  stop(): void
}

export interface ClockParts {
  /** The database's time in ms since 1970. */
  readTime(): Promise<number>
  log: Logger
  /** This machine's clock, which is read nowhere else. */
  wallClock?: (() => number) | undefined
  monotonic?: () => number
}

/** This machine's clock, for the check whether it is correct. */
export const machineClock = () => Date.now()

/** The monotonic clock of this process; read nowhere else after startup. */
export const monotonicClock = () => performance.now()

/** How long the event loop was idle, in ms. */
export const eventLoopIdle = () => performance.eventLoopUtilization().idle

const SAMPLES = 3
const MEASURE_EVERY_MS = 5_000
const TRY_AGAIN_MS = 250
const MIN_LOGGED_MS = 1_000

/**
 * Follows the database's time: measured immediately and every few seconds, and continued in between by the monotonic
 * clock, also while the database is not reachable. Until the first measurement it is this machine's time: wait for
 * `ready`.
 */
export function createDatabaseClock(parts: ClockParts): Clock {
  const { readTime, log, wallClock = Date.now, monotonic = monotonicClock } = parts
  const time = carryTime(wallClock() - monotonic(), monotonic)
  const offsetMs = () => Math.round(wallClock() - time.exact())
  const logOffset = createOffsetLogger(log)
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function measure(): Promise<void> {
    time.correct(await takeSample(readTime, monotonic))
    logOffset(offsetMs())
  }

  async function follow(isFirst: boolean, onMeasured: () => void): Promise<void> {
    const isMeasured = await measure().then(
      () => true,
      () => false,
    )
    if (isStopped) return
    if (isMeasured) onMeasured()
    const isAwaited = isFirst && !isMeasured
    timer = setTimeout(follow, isMeasured ? MEASURE_EVERY_MS : TRY_AGAIN_MS, isAwaited, onMeasured)
    if (!isAwaited) timer.unref()
  }

  return {
    now: time.now,
    offsetMs,
    ready: new Promise(resolve => void follow(true, resolve)),
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** A clock that is provided from outside. */
export const fixedClock = (now: () => number): Clock => ({
  now,
  offsetMs: () => 0,
  ready: Promise.resolve(),
  stop: () => {},
})

interface Sample {
  /** The offset from the monotonic clock to the database's time. */
  base: number
  /** The maximum error of the offset. */
  doubtMs: number
}

/** If the time has to go back by less, it stands still instead. */
const LONGEST_PAUSE_MS = 1_000

/** A time that advances with the monotonic clock, from `base` until the first sample corrects it. */
export function carryTime(base: number, monotonic: () => number) {
  let isMeasured = false
  let latest = 0
  const exact = () => base + monotonic()
  return {
    exact,
    now(): number {
      const ms = Math.floor(exact())
      if (ms < latest && latest - ms <= LONGEST_PAUSE_MS) return latest
      latest = ms
      return ms
    },
    /** A sample changes nothing within its own uncertainty, so slow responses have no effect. */
    correct(sample: Sample): void {
      const [least, most] = [sample.base - sample.doubtMs, sample.base + sample.doubtMs]
      base = isMeasured ? Math.min(Math.max(base, least), most) : sample.base
      isMeasured = true
    },
  }
}

/** The sample with the shortest round trip, half of which is assumed to be one way. */
async function takeSample(readTime: () => Promise<number>, monotonic: () => number): Promise<Sample> {
  let best: Sample | undefined
  for (let taken = 0; taken < SAMPLES; taken++) {
    const sent = monotonic()
    const time = await readTime()
    const doubtMs = (monotonic() - sent) / 2
    if (!best || doubtMs < best.doubtMs) best = { base: time - sent - doubtMs, doubtMs }
  }
  return best!
}

/** Logs an offset of more than a second, again when it has changed by as much, and when it has vanished. */
function createOffsetLogger(log: Logger): (offsetMs: number) => void {
  let loggedMs = 0
  return offsetMs => {
    if (Math.abs(offsetMs) > MIN_LOGGED_MS) {
      if (Math.abs(offsetMs - loggedMs) <= MIN_LOGGED_MS) return
      loggedMs = offsetMs
      log.warn(
        { offset_ms: offsetMs },
        "this machine's clock differs from the database's; the database's clock is used",
      )
    } else if (loggedMs !== 0) {
      loggedMs = 0
      log.info({ offset_ms: offsetMs }, "this machine's clock matches the database's again")
    }
  }
}
