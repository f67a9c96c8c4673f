import { HERE } from './staff.ts'

/** Where a verb of the command line has its form, with some of its inputs filled in. */
export function verbPath(words: string, given: Readonly<Record<string, unknown>> = {}): string {
  const filled = new URLSearchParams(
    Object.entries(given).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, String(value)]],
    ),
  ).toString()
  return `${HERE}/verbs/${words.replace(' ', '/')}${filled === '' ? '' : `?${filled}`}`
}
