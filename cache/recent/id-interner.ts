/** Maps strings to small integers with reference counting: a number without references is reused. */
export class IdInterner {
  private readonly byText = new Map<string, number>()
  private readonly texts: string[] = []
  private readonly uses: number[] = []
  private readonly free: number[] = []
  /** How often a string got a number, or lost it. */
  changes = 0

  /** `guess`: the number it had before. */
  find(text: string, guess = -1): number | undefined {
    return this.texts[guess] === text ? guess : this.byText.get(text)
  }

  textOf(number: number): string {
    return this.texts[number]!
  }

  /** The number of a string, with one more reference. */
  use(text: string): number {
    const number = this.byText.get(text) ?? this.free.pop() ?? this.texts.length
    if (this.texts[number] !== text || !this.uses[number]) {
      this.changes++
      this.byText.set(text, number)
      this.texts[number] = text
      this.uses[number] = 0
    }
    this.uses[number]!++
    return number
  }

  /** Drops one reference. */
  leave(number: number): void {
    if (--this.uses[number]! > 0) return
    this.changes++
    this.byText.delete(this.texts[number]!)
    this.texts[number] = ''
    this.free.push(number)
  }
}
