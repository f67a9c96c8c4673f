/** Increasing UUIDv7 ids with the time of a clock. */
export function momentIds(clock: () => number): () => string {
  let ids = 0
  return () => {
    const hex = clock().toString(16).padStart(12, '0')
    return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${(ids++).toString(16).padStart(12, '0')}`
  }
}
