import type { Verdict } from '../runner/verdict.ts'
import type { Outcome } from '../scenario.ts'

/** Where a report goes: standard output, or the file it was opened with. */
export type Print = (text: string) => void

/** Told of a run as it goes on, and how it ended. */
export type Report = {
  begin?: (scenario: string) => void
  outcome?: (outcome: Outcome) => void
  /** Told of what is waited for, as it begins. */
  wait?: (words: string) => void
  end: (verdict: Verdict) => void
}

export const indent = (text: string, width: number): string => text.replace(/^/gm, ' '.repeat(width))

export const oneLine = (text: string): string => text.replace(/\s+/g, ' ')
