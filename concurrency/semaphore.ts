/** The queue of a semaphore is full, or its permit did not come in time. */
export class QueueFull extends Error {}

export interface Semaphore {
  /** Runs the task once a permit is free, in the order of calls. Throws `QueueFull`. */
  run<Result>(task: () => Promise<Result>): Promise<Result>
  waiting(): number
}

interface SemaphoreOptions {
  permits: number
  maxWaiting: number
  /** Without it a caller waits as long as it takes. */
  maxWaitMs?: number
}

export function createSemaphore({ permits, maxWaiting, maxWaitMs }: SemaphoreOptions): Semaphore {
  const queue = new Set<() => void>()
  let running = 0

  /** `undefined`: a permit was free, and the task starts in the same tick. */
  function acquire(): Promise<void> | undefined {
    if (running < permits) {
      running++
      return undefined
    }
    if (queue.size >= maxWaiting) throw new QueueFull('queue full')
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      queue.add(begin)
      if (maxWaitMs === undefined) return
      timer = setTimeout(() => {
        queue.delete(begin)
        reject(new QueueFull('no permit in time'))
      }, maxWaitMs)
    })
  }

  /** Hands the permit to the next caller, or frees it. */
  function release(): void {
    const [next] = queue
    if (!next) {
      running--
      return
    }
    queue.delete(next)
    next()
  }

  return {
    waiting: () => queue.size,
    async run(task) {
      const acquired = acquire()
      if (acquired) await acquired
      try {
        return await task()
      } finally {
        release()
      }
    },
  }
}
