const REMEMBERED = 50_000

/** What changed of what posts show, in the order in which this process heard of it. */
export class InvalidationLog {
  private readonly last = new Map<string, number>()
  private floor = 0
  private count = 0

  /** The moment up to which this process has heard. */
  get moment(): number {
    return this.count
  }

  record(ids: readonly string[]): void {
    if (ids.length === 0) return
    this.count++
    for (const id of ids) this.last.set(id, this.count)
    if (this.last.size > REMEMBERED) this.invalidateAll()
  }

  /** Whatever was read may have changed. */
  invalidateAll(): void {
    this.count++
    this.floor = this.count
    this.last.clear()
  }

  /** Whether nothing was heard of any of these since a moment. */
  isFresh(ids: readonly string[], moment: number): boolean {
    if (moment < this.floor) return false
    for (const id of ids) if ((this.last.get(id) ?? 0) > moment) return false
    return true
  }
}
