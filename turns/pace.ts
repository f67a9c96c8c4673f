/**
 * Long work goes in steps: one step of one call at a time. After each the event loop belongs to others for twice as long as
 * the step took, or until no other call is under way. What is quick never asks.
 */
export interface Pace {
  /** Resolves when it is this call's step. */
  step(): Promise<void>
}

/** A step that took longer, or beside which much else was done, is followed by a pause no longer than this. */
const LONGEST_PAUSE_MS = 40
const LOOK_EVERY_MS = 1

/** `clock`: ms that only ever grow; `isQuiet`: whether no call is under way but those of so many steps that wait. */
export function openPace(clock: () => number, isQuiet: (steps: number) => boolean): Pace {
  const waiting: (() => void)[] = []
  let isGoing = false

  function next(): void {
    const start = waiting.shift()
    isGoing = start !== undefined
    if (!start) return
    const began = clock()
    start()
    // The step runs right after this callback, ahead of anything else in the loop.
    setImmediate(() => {
      const now = clock()
      rest(now + Math.min(LONGEST_PAUSE_MS, 2 * (now - began)))
    })
  }

  function rest(until: number): void {
    if (clock() >= until || isQuiet(waiting.length)) next()
    else setTimeout(rest, LOOK_EVERY_MS, until)
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
