import test from 'ava'
import { packageVersion, parseOptions, UsageError } from './command-line.ts'

const OWN = { 'base-url': { type: 'string' }, keep: { type: 'boolean' } } as const

test('options are read, with those of all programs', t => {
  t.like(parseOptions(['--base-url', 'a', '-h'], OWN), { 'base-url': 'a', help: true, version: false })
  t.regex(packageVersion(), /^\d+\.\d+\.\d+/)
})

test('an unknown option names the nearest, if there is one', t => {
  const faultOf = (...words: string[]) => t.throws(() => parseOptions(words, OWN), { instanceOf: UsageError })!.message
  t.is(faultOf('--base-ulr', 'a'), 'unknown option --base-ulr; did you mean --base-url?')
  t.is(faultOf('--verison'), 'unknown option --verison; did you mean --version?')
  t.is(faultOf('--something-else'), 'unknown option --something-else')
  t.regex(faultOf('--base-url'), /--base-url/)
})
