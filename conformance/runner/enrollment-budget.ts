import type { Rate } from '../assertions/discovery.ts'
import type { Reply } from '../clients/http.ts'
import { skip } from '../skip.ts'

/** How many enrollments the server accepts from the address of the run. */
export class EnrollmentBudget {
  readonly #rates: Rate[]
  #asked = 0
  #fullUntilMs = 0
  #refusal = ''

  /** `rates` are the limits in discovery, if they apply to the run: elsewhere it has many addresses, or no limits. */
  constructor(rates: Rate[] = []) {
    this.#rates = rates.filter(({ bucket }) => bucket === 'enroll')
  }

  /** Ends the check if the server would refuse one more. */
  require(): void {
    const full = this.#rates.find(({ limit }) => this.#asked >= limit)
    if (full) skip(`the server lets ${full.limit} enroll from one address in ${full.window_seconds} s`)
    if (performance.now() < this.#fullUntilMs) skip(this.#refusal)
  }

  /** Counts a requested enrollment; one refused for a limit ends the check. */
  note({ status, headers }: Reply): void {
    this.#asked++
    if (status !== 429) return
    const seconds = Number(headers['retry-after']) || 0
    this.#fullUntilMs = performance.now() + seconds * 1000
    this.#refusal = `the server lets nobody enroll from this address for ${seconds} s`
    this.require()
  }
}
