const AT_ONCE = 16

/** The results of `make` for 0 to `count` - 1, a few running concurrently. */
export async function forEach<Made>(count: number, make: (n: number) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = []
  let next = 0
  async function work() {
    while (next < count) {
      const n = next++
      made[n] = await make(n)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return made
}
