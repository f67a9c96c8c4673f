/** For an `LRUCache` of so many entries, which by `max` would take the room of all of them at once. */
export const lruOptions = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 })
