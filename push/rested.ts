/** Runs a task at once for the first who asks, and then, when it has rested, once for all who asked meanwhile. */
export interface Rested {
  wake(): void
  /** Runs it at once where it was asked for and still rests; it is never asked for again. */
  stop(): void
}

export function rested(restMs: number, run: () => Promise<void>): Rested {
  let isResting = false
  let isWanted = false
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  function wake(): void {
    if (isStopped) return
    isWanted = true
    if (!isResting) begin()
  }

  function begin(): void {
    isWanted = false
    isResting = true
    void run().then(() => {
      if (!isStopped) timer = setTimeout(rise, restMs)
    })
  }

  function rise(): void {
    isResting = false
    if (isWanted) begin()
  }

  return {
    wake,
    stop() {
      isStopped = true
      clearTimeout(timer)
      if (isWanted) begin()
    },
  }
}
