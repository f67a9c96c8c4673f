/** Options for an `LRUCache`: `max` would allocate memory for all entries at once. */
export const lruOptions = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 })
