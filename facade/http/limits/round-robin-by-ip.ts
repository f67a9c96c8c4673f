/** What waits, the addresses by turns, and of each the oldest first. */
export interface RoundRobinByIp<Item> {
  isEmpty(): boolean
  add(address: string, item: Item): void
  /** Of the address whose turn it is, which then stands behind the others; there must be one. */
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
