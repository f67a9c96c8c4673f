/**
 * Long work goes in steps: one step of one call at a time, and after each the event loop belongs to others for twice
 * as long as the step took. What is quick never asks.
 */
export interface Pace {
  /** Resolves when it is this call's step. */
  step(): Promise<void>
}

/** A step that took longer, or beside which much else was done, is followed by a pause no longer than this. */
const LONGEST_PAUSE_MS = 40

/** `clock`: ms that only ever grow. */
export function openPace(clock: () => number): Pace {
  const waiting: (() => void)[] = []
  let isGoing = false

  function next(): void {
    const start = waiting.shift()
    isGoing = start !== undefined
    if (!start) return
    const began = clock()
    start()
    // The step runs right after this callback, ahead of anything else in the loop.
    setImmediate(() => setTimeout(next, Math.min(LONGEST_PAUSE_MS, 2 * (clock() - began))))
  }

  function step(): Promise<void> {
    return new Promise(resolve => {
      waiting.push(resolve)
      if (isGoing) return
      isGoing = true
      setImmediate(next)
    })
  }

  return { step }
}
