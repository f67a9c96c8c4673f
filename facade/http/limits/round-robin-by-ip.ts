/** A queue that serves addresses round-robin, and each address in order of arrival. */
export interface RoundRobinByIp<Item> {
  isEmpty(): boolean
  add(address: string, item: Item): void
  /**
   * Takes one of the address whose turn it is, and moves that address to the end; must not be called on an empty queue.
   */
  take(): Item
}

export function createRoundRobinByIp<Item>(): RoundRobinByIp<Item> {
  const waiting = new Map<string, Item[]>()
  return {
    isEmpty: () => waiting.size === 0,
    add(address, item) {
      const own = waiting.get(address)
      if (own) own.push(item)
      else waiting.set(address, [item])
    },
    take() {
      const [address, own] = waiting.entries().next().value!
      const item = own.shift()!
      waiting.delete(address)
      if (own.length > 0) waiting.set(address, own)
      return item
    },
  }
}
