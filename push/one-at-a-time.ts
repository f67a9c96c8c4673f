import type { Logger } from 'pino'

/** Runs of one task, never two at once. */
export interface OneAtATime {
  /** Settles with a run that starts after this call; calls made during a run share the next one. */
  request(): Promise<void>
  /** The same for who cannot help: never rejects, logs when runs begin to fail and when they succeed again. */
  attempt(): Promise<void>
  /** Resolves when nothing runs and nothing was requested. */
  idle(): Promise<void>
}

export function oneAtATime(name: string, log: Logger, run: () => Promise<void>): OneAtATime {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  let isFailing = false

  function start(): Promise<void> {
    next = undefined
    running = run().finally(() => {
      running = undefined
    })
    return running
  }

  function request(): Promise<void> {
    if (next) return next
    if (!running) return start()
    next = running.then(start, start)
    return next
  }

  return {
    request,
    async attempt() {
      try {
        await request()
        if (isFailing) log.info(`${name} works again`)
        isFailing = false
      } catch (error) {
        if (!isFailing) log.warn({ err: error }, `${name} fails`)
        isFailing = true
      }
    },
    async idle() {
      for (let last = next ?? running; last; last = next ?? running) await last.catch(() => {})
    },
  }
}
