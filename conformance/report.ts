import type { Outcome } from './scenario.ts'

type Verdict = { outcomes: Outcome[]; gaps: string[]; covered: number; requirements: number }

export type Report = {
  begin: (scenario: string) => void
  outcome: (outcome: Outcome) => void
  /** Closes the report; the exit code of the run. */
  end: (verdict: Verdict) => number
}

export function createTextReport(): Report {
  return {
    begin: scenario => console.log(`\n${scenario}`),
    outcome: ({ state, title, requirement, reason, elapsed_ms }) => {
      const mark = { passed: 'ok  ', failed: 'FAIL', skipped: 'skip' }[state]
      console.log(`  ${mark} ${title} [${requirement}] ${elapsed_ms} ms`)
      if (reason) console.log(indent(reason, 7))
    },
    end: verdict => {
      for (const line of summaryOf(verdict)) console.log(line)
      return exitCodeOf(verdict)
    },
  }
}

export function createTapReport(): Report {
  let count = 0
  console.log('TAP version 14')
  return {
    begin: scenario => console.log(`# ${scenario}`),
    outcome: ({ state, scenario, title, requirement, reason, elapsed_ms }) => {
      const description = `${scenario}: ${title} [${requirement}]`.replace(/[\\#]/g, '\\$&')
      const directive = state === 'skipped' ? ` # SKIP ${oneLine(reason ?? '')}` : ''
      console.log(`${state === 'failed' ? 'not ok' : 'ok'} ${++count} - ${description}${directive}`)
      if (state !== 'skipped') console.log(indent(diagnostics(elapsed_ms, reason), 2))
    },
    end: verdict => {
      for (const gap of verdict.gaps) console.log(`not ok ${++count} - traceability: ${oneLine(gap)}`)
      console.log(`1..${count}`)
      for (const line of summaryOf(verdict)) console.error(line)
      return exitCodeOf(verdict)
    },
  }
}

function diagnostics(elapsed: number, reason?: string): string {
  const message = reason === undefined ? [] : [`message: ${JSON.stringify(reason)}`]
  return ['---', `duration_ms: ${elapsed}`, ...message, '...'].join('\n')
}

function summaryOf({ outcomes, gaps, covered, requirements }: Verdict): string[] {
  const count = (state: Outcome['state']) => outcomes.filter(outcome => outcome.state === state).length
  const failed = outcomes.filter(({ state }) => state === 'failed')
  return [
    '',
    ...failed.map(({ scenario, title, reason }) => `FAIL ${scenario}: ${title}\n${indent(reason ?? '', 5)}`),
    ...gaps.map(gap => `GAP  ${gap}`),
    `${covered} of ${requirements} requirements, ${outcomes.length} checks: ` +
      `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`,
  ]
}

function exitCodeOf({ outcomes, gaps }: Verdict): number {
  const passed = outcomes.length > 0 && outcomes.every(({ state }) => state !== 'failed')
  return passed && gaps.length === 0 ? 0 : 1
}

function indent(text: string, width: number): string {
  return text.replace(/^/gm, ' '.repeat(width))
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}
