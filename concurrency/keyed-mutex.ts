/** Runs the tasks of one key one at a time in this process, in the order of their calls. */
export type KeyedMutex = <Result>(key: string, task: () => Promise<Result>) => Promise<Result>

export function createKeyedMutex(): KeyedMutex {
  const tails = new Map<string, Promise<unknown>>()
  return async (key, task) => {
    const previous = tails.get(key)
    const current = previous === undefined ? task() : previous.then(task)
    const tail = current.then(
      () => {},
      () => {},
    )
    tails.set(key, tail)
    try {
      return await current
    } finally {
      if (tails.get(key) === tail) tails.delete(key)
    }
  }
}
