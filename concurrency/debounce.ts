/** Runs a task at once on the first call, then at most once per interval for all calls made meanwhile. */
export interface Debounced {
  call(): void
  /** Runs the task immediately if a call is pending; later calls do nothing. */
  stop(): void
}

export function leadingDebounce(intervalMs: number, run: () => Promise<void>): Debounced {
  let isCoolingDown = false
  let isPending = false
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  function call(): void {
    if (isStopped) return
    isPending = true
    if (!isCoolingDown) start()
  }

  function start(): void {
    isPending = false
    isCoolingDown = true
    void run().then(() => {
      if (!isStopped) timer = setTimeout(endCooldown, intervalMs)
    })
  }

  function endCooldown(): void {
    isCoolingDown = false
    if (isPending) start()
  }

  return {
    call,
    stop() {
      isStopped = true
      clearTimeout(timer)
      if (isPending) start()
    },
  }
}
