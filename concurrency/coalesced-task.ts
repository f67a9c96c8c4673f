import type { Logger } from 'pino'

/** A task that never runs twice at once. */
export interface CoalescedTask {
  /** Settles with a run that starts after this call; calls made during a run share the next one. */
  run(): Promise<void>
  /** As `run`, but never rejects: logs when runs begin to fail and when they succeed again. */
  runLogged(): Promise<void>
  /** Resolves when nothing runs and nothing is requested. */
  idle(): Promise<void>
}

export function coalesce(name: string, log: Logger, task: () => Promise<void>): CoalescedTask {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  let isFailing = false

  function start(): Promise<void> {
    next = undefined
    running = task().finally(() => {
      running = undefined
    })
    return running
  }

  function run(): Promise<void> {
    if (next) return next
    if (!running) return start()
    next = running.then(start, start)
    return next
  }

  return {
    run,
    async runLogged() {
      try {
        await run()
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
