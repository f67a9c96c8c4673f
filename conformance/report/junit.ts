import { leftoversLine } from '../runner/cleanup.ts'
import { clauseStates, headlineOf, type Verdict } from '../runner/verdict.ts'
import type { Outcome } from '../scenario.ts'
import { provenBy } from './causes.ts'
import { maskSecrets } from './mask.ts'
import type { Print, Report } from './report.ts'

/** JUnit XML: a suite per scenario, a case per check; the state of each clause is a property. */
export function junitReport(print: Print): Report {
  return { end: verdict => print(document(verdict)) }
}

function document(verdict: Verdict): string {
  const scenarios = new Set(verdict.outcomes.map(({ scenario }) => scenario))
  const gaps = verdict.gaps.map(
    gap => `<testcase classname="traceability" name="${escaped(gap)}"><failure message="${escaped(gap)}"/></testcase>`,
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escaped(headlineOf(verdict))}">`,
    ...[...scenarios].map(name =>
      suite(
        name,
        verdict.outcomes.filter(({ scenario }) => scenario === name),
      ),
    ),
    `<testsuite name="clauses" tests="${gaps.length}" failures="${gaps.length}" errors="0" skipped="0">`,
    '<properties>',
    ...clauseStates.map(state => `<property name="clauses ${state}" value="${verdict.counts[state]}"/>`),
    `<property name="left behind" value="${escaped(leftoversLine(verdict.leftovers))}"/>`,
    '</properties>',
    ...gaps,
    '</testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function suite(name: string, outcomes: Outcome[]): string {
  const count = (wanted: string) => outcomes.filter(({ state }) => state === wanted).length
  const seconds = outcomes.reduce((sum, { elapsed_ms }) => sum + elapsed_ms, 0) / 1000
  return [
    `<testsuite name="${escaped(name)}" tests="${outcomes.length}" failures="${count('failed')}" errors="0" ` +
      `skipped="${count('skipped')}" time="${seconds}">`,
    ...outcomes.map(testcase),
    '</testsuite>',
  ].join('\n')
}

function testcase(outcome: Outcome): string {
  const { scenario, title, state, reason = '', cause = '', elapsed_ms } = outcome
  const text = escaped(maskSecrets(reason))
  const body = {
    passed: '',
    skipped: `<skipped message="${text}"/>`,
    failed: `<failure type="${escaped(maskSecrets(cause))}" message="${text.split('&#10;')[0]}">${text}</failure>`,
  }[state]
  const named = `classname="${escaped(scenario)}" name="${escaped(`${title} [${provenBy(outcome)}]`)}"`
  return `<testcase ${named} time="${elapsed_ms / 1000}">${body}</testcase>`
}

/** Characters that XML cannot contain are shown as U+FFFD. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"\n\r\t]/g, found => `&#${found.charCodeAt(0)};`)
}
