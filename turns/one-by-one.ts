/** Runs the works of one key one after another, in this process, in the order of their calls. */
export type OneByOne = <Done>(key: string, work: () => Promise<Done>) => Promise<Done>

export function openOneByOne(): OneByOne {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const former = last.get(key)
    const mine = former === undefined ? work() : former.then(work)
    const ended = mine.then(
      () => {},
      () => {},
    )
    last.set(key, ended)
    try {
      return await mine
    } finally {
      if (last.get(key) === ended) last.delete(key)
    }
  }
}
