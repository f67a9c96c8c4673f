const REMEMBERED = 50_000

/**
 * Changes that affect how posts are shown, in the order in which this process received them. A cache entry is fresh if
 * none of the ids it depends on changed since the version at which it was read.
 */
export class InvalidationLog {
  private readonly last = new Map<string, number>()
  private floor = 0
  private count = 0

  /** The version up to which this process has received changes. */
  get moment(): number {
    return this.count
  }

  record(ids: readonly string[]): void {
    if (ids.length === 0) return
    this.count++
    for (const id of ids) this.last.set(id, this.count)
    if (this.last.size > REMEMBERED) this.invalidateAll()
  }

  /** Invalidates everything that was read before. */
  invalidateAll(): void {
    this.count++
    this.floor = this.count
    this.last.clear()
  }

  /** Whether none of these ids changed since a version. */
  isFresh(ids: readonly string[], moment: number): boolean {
    if (moment < this.floor) return false
    for (const id of ids) if ((this.last.get(id) ?? 0) > moment) return false
    return true
  }
}
