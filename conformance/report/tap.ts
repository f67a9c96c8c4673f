import { leftoversLine } from '../runner/cleanup.ts'
import { provenBy } from './causes.ts'
import { maskSecrets } from './mask.ts'
import { indent, oneLine, type Print, type Report } from './report.ts'

/** TAP 14: one line per check, then the defects of the suite. */
export function tapReport(print: Print): Report {
  let count = 0
  print('TAP version 14\n')
  return {
    begin: scenario => print(`# ${scenario}\n`),
    outcome: outcome => {
      const { state, scenario, title, reason, elapsed_ms } = outcome
      const description = oneLine(`${scenario}: ${title} [${provenBy(outcome)}]`).replace(/[\\#]/g, '\\$&')
      const directive = state === 'skipped' ? ` # SKIP ${oneLine(reason ?? '')}` : ''
      print(`${state === 'failed' ? 'not ok' : 'ok'} ${++count} - ${description}${directive}\n`)
      if (state !== 'skipped') print(`${indent(diagnostics(elapsed_ms, reason), 2)}\n`)
    },
    end: ({ gaps, counts, leftovers }) => {
      for (const gap of gaps) print(`not ok ${++count} - traceability: ${oneLine(gap).replace(/[\\#]/g, '\\$&')}\n`)
      for (const [state, clauses] of Object.entries(counts)) print(`# clauses ${state}: ${clauses}\n`)
      print(`# ${oneLine(leftoversLine(leftovers))}\n`)
      print(`1..${count}\n`)
    },
  }
}

function diagnostics(elapsed: number, reason?: string): string {
  const message = reason === undefined ? [] : [`message: ${JSON.stringify(maskSecrets(reason))}`]
  return ['---', `duration_ms: ${elapsed}`, ...message, '...'].join('\n')
}
