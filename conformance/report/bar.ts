import { createProgress } from '../../server/log/progress.ts'
import { provenBy } from './causes.ts'
import type { Report } from './report.ts'
import { summaryOf } from './text.ts'

/** For a terminal: a bar that counts scenarios, a line for each check that fails, and the summary. */
export function barReport(scenarios: number, output: NodeJS.WriteStream): Report {
  const progress = createProgress({ label: 'scenarios', total: scenarios, output })
  let begun = 0
  return {
    begin: scenario => progress.advance(begun++, scenario),
    wait: words => progress.advance(begun, words),
    outcome: outcome => {
      if (outcome.state === 'failed')
        progress.print(`FAIL ${outcome.scenario}: ${outcome.title} [${provenBy(outcome)}]`)
    },
    end: verdict => {
      progress.end()
      output.write(summaryOf(verdict))
    },
  }
}
