import { Refusal } from '../refusal.ts'

/** Names as in the record of the endpoint. */
export type CheckName =
  | 'card_fetch'
  | 'card_signature'
  | 'interface'
  | 'skill'
  | 'broker_extension'
  | 'safe_egress'
  | 'challenge_positive'
  | 'challenge_negative'

interface Said {
  variant?: string
  /** Informational only. */
  isEvidence?: boolean
  note?: string
}

/** Prints each check when it is done. */
export class Report {
  hasFailed = false
  readonly #print: (line: string) => void

  constructor(print: (line: string) => void) {
    this.#print = print
  }

  pass(check: CheckName, { variant, note }: Said = {}): void {
    this.#say('ok  ', check, variant, note)
  }

  fail(check: CheckName, whatToChange: string, { variant, isEvidence }: Said = {}): void {
    if (!isEvidence) this.hasFailed = true
    this.#say(isEvidence ? 'note' : 'FAIL', check, variant, whatToChange)
  }

  skip(check: CheckName, why: string): void {
    this.#say('-   ', check, undefined, `skipped: ${why}`)
  }

  /** Runs a check and returns its result; a Refusal fails the check, with advice on what to change. */
  async check<Found>(check: CheckName, body: () => Found | Promise<Found>): Promise<Found | undefined> {
    try {
      const found = await body()
      this.pass(check)
      return found
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.fail(check, `${error.message[0]?.toUpperCase()}${error.message.slice(1)}.`)
      return undefined
    }
  }

  #say(mark: string, check: string, variant: string | undefined, words: string | undefined): void {
    const name = variant === undefined ? check : `${check} (${variant})`
    this.#print(words === undefined ? `${mark}  ${name}` : `${mark}  ${name}\n      ${words}`)
  }
}
