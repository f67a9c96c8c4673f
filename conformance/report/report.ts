import type { Verdict } from '../runner/verdict.ts'
import type { Outcome } from '../scenario.ts'

/** Where a report is written: standard output or its file. */
export type Print = (text: string) => void

/** Receives the progress of a run and its verdict. */
export type Report = {
  begin?: (scenario: string) => void
  outcome?: (outcome: Outcome) => void
  /** Called at the beginning of a wait. */
  wait?: (words: string) => void
  end: (verdict: Verdict) => void
}

export const indent = (text: string, width: number): string => text.replace(/^/gm, ' '.repeat(width))

export const oneLine = (text: string): string => text.replace(/\s+/g, ' ')
