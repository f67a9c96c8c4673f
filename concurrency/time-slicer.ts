// Cooperative slicing of the event loop: long work runs one slice of one call at a time. After each slice the loop belongs
// to others for twice as long as the slice took, or until no other call is in flight. Quick work never asks for a slice.

export interface TimeSlicer {
  /** Resolves when the caller's next slice starts; it runs synchronously from there. */
  nextSlice(): Promise<void>
}

/** Maximum pause, even after a slice that took long or ran with much other work. */
const MAX_PAUSE_MS = 40
const CHECK_EVERY_MS = 1

/** `clock`: monotonic milliseconds; `isQuiet`: whether no call is in flight but those of so many waiting slices. */
export function createTimeSlicer(clock: () => number, isQuiet: (slices: number) => boolean): TimeSlicer {
  const waiting: (() => void)[] = []
  let isActive = false

  function startNext(): void {
    const start = waiting.shift()
    isActive = start !== undefined
    if (!start) return
    const since = clock()
    start()
    // The slice runs right after this callback, before anything else in the loop.
    setImmediate(() => {
      const now = clock()
      pause(now + Math.min(MAX_PAUSE_MS, 2 * (now - since)))
    })
  }

  function pause(until: number): void {
    if (clock() >= until || isQuiet(waiting.length)) startNext()
    else setTimeout(pause, CHECK_EVERY_MS, until)
  }

  return {
    nextSlice: () =>
      new Promise(resolve => {
        waiting.push(resolve)
        if (isActive) return
        isActive = true
        setImmediate(startNext)
      }),
  }
}
