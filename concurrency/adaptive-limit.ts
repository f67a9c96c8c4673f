// How many calls may be in flight beyond one of each client. An AIMD limit that learns from latency: it grows by one while
// calls take about as long as the best of their kind, and shrinks by a factor when they wait for one another. So the limit
// finds within milliseconds what the machine can do, and nobody queues while the process has time. Invariants: the limit
// stays between MIN and the resource limit `additional_calls`; calls that were in flight at a decrease cause no second one;
// a call that takes longer than LONG_MS waits for something else and gives its slot back.
import { createWindowedMin, type LoadSignals } from './load-signals.ts'
import { RESOURCE_LIMITS } from './resource-limits.ts'

const MIN = 2
/** Where first calls of other clients are in flight. */
const MIN_WITH_OTHERS = 1
const MAX = RESOURCE_LIMITS.additional_calls.limit
/** A call within this of the best of its kind was not delayed. */
const TOLERANCE_MS = 4
const INCREASE = 1
const DECREASE_FACTOR = 0.7
const LONG_MS = 200
/** An event loop that idles for a smaller part of its time is busy. */
const IDLE_PART = 0.1
const SAMPLE_EVERY_MS = 5

interface Slot {
  since: number
  weight: number
}

export function createAdaptiveLimit(signals: LoadSignals) {
  const { clock } = signals
  const slots = createSlots()
  const { isWithinBaseline, isBusy } = createLatencyJudge(signals)
  let limit: number = MIN
  let decreasedAt = Number.NEGATIVE_INFINITY

  return {
    inFlight: slots.count,
    hasCapacity(weight: number, areOthersInFlight: boolean): boolean {
      slots.releaseLong(clock())
      const min = areOthersInFlight ? MIN_WITH_OTHERS : MIN
      return slots.count() < min || slots.load() + weight <= limit
    },
    /** Returns the release of the slot. */
    acquire: slots.acquire,
    /** Learns from any call, before its slot is released. */
    observe(kind: string, since: number, now: number): void {
      const ms = now - since
      if (isWithinBaseline(kind, ms, now)) {
        if (slots.load() > limit / 2) limit = Math.min(MAX, limit + INCREASE)
        return
      }
      // It waited for something else than other calls.
      if (ms >= LONG_MS && !isBusy(now)) return
      if (since < decreasedAt) return
      limit = Math.max(MIN, limit * DECREASE_FACTOR)
      decreasedAt = now
    },
  }
}

function createSlots() {
  const slots = new Set<Slot>()
  let load = 0

  function release(slot: Slot): void {
    if (!slots.delete(slot)) return
    // Sums of fractions may leave a remainder.
    load = slots.size === 0 ? 0 : load - slot.weight
  }

  return {
    count: () => slots.size,
    load: () => load,
    acquire(weight: number, since: number): () => void {
      const slot = { since, weight }
      slots.add(slot)
      load += weight
      return () => release(slot)
    },
    releaseLong(now: number): void {
      for (const slot of slots) {
        if (now - slot.since < LONG_MS) return
        release(slot)
      }
    },
  }
}

function createLatencyJudge(signals: LoadSignals) {
  const best = createWindowedMin()
  const isLoopBusy = createLoopGauge(signals)
  const isBusy = (now: number) => isLoopBusy(now) || signals.isDatabaseBusy()
  return {
    /** Whether calls keep the process or PostgreSQL busy. */
    isBusy,
    /** Whether a call took no longer than its kind does at best, or than the machine allowed. */
    isWithinBaseline(kind: string, ms: number, now: number): boolean {
      const baseline = best.observe(kind, ms, now)
      if (ms <= baseline + TOLERANCE_MS) return true
      // Where other programs use the machine and these calls do not keep it busy, fewer calls would not be faster.
      return !isBusy(now) && ms <= baseline * signals.slowdown() + TOLERANCE_MS
    },
  }
}

function createLoopGauge({ clock, idle }: LoadSignals): (now: number) => boolean {
  let sample = { at: clock(), idle: idle() }
  let isBusy = false
  return now => {
    const elapsed = now - sample.at
    if (elapsed < SAMPLE_EVERY_MS) return isBusy
    const next = { at: now, idle: idle() }
    isBusy = next.idle - sample.idle < IDLE_PART * elapsed
    sample = next
    return isBusy
  }
}
