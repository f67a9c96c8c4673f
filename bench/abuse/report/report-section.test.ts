import test from 'ava'
import { sectionFor } from './report.ts'
import { sectionWith } from './report-section.ts'
import type { Row } from './row.ts'

const observed = { lateness: [4], refused: {}, atSharedAddress: 0 }
const rowOf = (attack: string, sent: number, isAlive = true): Row => ({
  ...{
    attack,
    description: `what ${attack} does`,
    rateLimits: 'on',
    summary: { sent, answers: { 200: sent }, seconds: 10 },
  },
  ...{
    quiet: observed,
    attacked: observed,
    after: observed,
    servedAfterMs: 3,
    memory: undefined,
    isAlive,
    lastWords: '',
  },
})

test('attacks that run separately replace their rows and keep all others', t => {
  const terms = { command: 'all', seconds: 10, workers: 1 }
  const former = sectionFor([rowOf('one', 10), rowOf('two', 20, false)], terms)
  t.regex(former, /for 10 s, .*; 1 of 2 held/)
  const section = sectionWith(former, [rowOf('two', 30), rowOf('three', 40)], { command: 'apart' })
  t.regex(section, /for 10 s, .*; 3 of 3 held/)
  t.deepEqual(
    [...section.matchAll(/^\| (one|two|three) +\| +on \| +(\d+) \|/gm)].map(([, name, rate]) => [name, rate]),
    [
      ['one', '1'],
      ['two', '3'],
      ['three', '4'],
    ],
  )
  t.is(section.match(/^- two: what two does$/gm)?.length, 1)
  t.regex(section, /^- `all` on .*$/m)
  t.regex(section, /^- three, apart from the others: `apart` on /m)
  const again = sectionWith(section, [rowOf('three', 50)], { command: 'again' })
  t.notRegex(again, /three, apart from the others: `apart`/)
  t.is(again.split('\n').length, section.split('\n').length)
})
