import { closeSync, openSync, writeFileSync } from 'node:fs'
import { barReport } from './bar.ts'
import { htmlReport } from './html.ts'
import { jsonReport } from './json.ts'
import { junitReport } from './junit.ts'
import type { Print, Report } from './report.ts'
import { tapReport } from './tap.ts'
import { summaryOf, textReport } from './text.ts'

const kinds: Record<string, (print: Print) => Report> = {
  text: textReport,
  tap: tapReport,
  junit: junitReport,
  json: jsonReport,
  html: htmlReport,
}

/** A requested report that cannot be written; the message is one line that says why. */
export class UnknownReport extends Error {}

/**
 * Opens the outputs of `KIND=FILE` options; `-` is standard output. Without any, progress and summary go to standard
 * output; if one of them uses standard output, the summary goes to standard error.
 */
export function openReports(asked: string[], { scenarios, isQuiet }: Shown = NOTHING_SHOWN): Report[] {
  const targets = asked.map(readTarget)
  const onStdout = targets.filter(({ file }) => file === '-')
  if (onStdout.length > 1) throw new UnknownReport('only one report can be written to standard output')
  return [...targets.map(openReport), onStdout.length === 0 ? ownReport({ scenarios, isQuiet }) : summaryReport]
}

interface Shown {
  /** How many will run. */
  scenarios: number
  isQuiet: boolean
}

const NOTHING_SHOWN: Shown = { scenarios: 0, isQuiet: false }

/** On a terminal a bar and what fails, elsewhere a line for each check; or the summary alone. */
function ownReport({ scenarios, isQuiet }: Shown): Report {
  if (isQuiet) return { end: verdict => toStdout(summaryOf(verdict)) }
  return process.stdout.isTTY ? barReport(scenarios, process.stdout) : textReport(toStdout)
}

const toStdout: Print = text => void process.stdout.write(text)

const summaryReport: Report = { end: verdict => void process.stderr.write(summaryOf(verdict)) }

function readTarget(asked: string): { make: (print: Print) => Report; file: string } {
  const [, kind = '', file = ''] = /^(\w+)=(.+)$/.exec(asked) ?? []
  const make = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  if (!make) throw new UnknownReport(`--report ${asked}: must be KIND=FILE, with ${Object.keys(kinds).join(', ')}`)
  return { make, file }
}

function openReport({ make, file }: ReturnType<typeof readTarget>): Report {
  if (file === '-') return make(toStdout)
  const target = openSync(file, 'w')
  const report = make(text => writeFileSync(target, text))
  return {
    ...report,
    end(verdict) {
      report.end(verdict)
      closeSync(target)
    },
  }
}
