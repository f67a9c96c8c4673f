/** The error of a call that found the queue full. */
export class Admittance extends Error {
  readonly refused = true
}

/** Runs at most `running` at once and lets at most `waiting` wait; more are refused at once. */
export function admitAtMost(running: number, waiting: number) {
  const queue: (() => void)[] = []
  let active = 0

  return {
    waiting: () => queue.length,
    async run<Result>(start: () => Promise<Result>): Promise<Result> {
      if (active >= running) {
        if (queue.length >= waiting) throw new Admittance('queue full')
        await new Promise<void>(resolve => queue.push(resolve))
      } else active++
      try {
        return await start()
      } finally {
        const next = queue.shift()
        if (next) next()
        else active--
      }
    },
  }
}
