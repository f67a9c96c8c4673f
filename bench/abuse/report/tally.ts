/** The number of requests sent, and of responses by status, or by a label if there was none. */
export interface Summary {
  sent: number
  answers: Record<string, number>
  seconds: number
}

export class Tally {
  readonly #answers = new Map<string, number>()
  sent = 0

  count(answer: number | string, times = 1): void {
    if (times > 0) this.#answers.set(String(answer), (this.#answers.get(String(answer)) ?? 0) + times)
  }

  summarize(seconds: number): Summary {
    return { sent: this.sent, answers: Object.fromEntries(this.#answers), seconds }
  }
}
