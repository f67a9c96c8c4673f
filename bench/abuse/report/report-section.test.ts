import test from 'ava'
import { sectionFor } from './report.ts'
import { sectionWith } from './report-section.ts'
import type { Row } from './row.ts'

const seen = { lateness: [4], refused: {}, beside: 0 }
const rowOf = (attack: string, sent: number, isAlive = true): Row => ({
  ...{ attack, says: `what ${attack} does`, rateLimits: 'on', told: { sent, answers: { 200: sent }, seconds: 10 } },
  ...{ quiet: seen, attacked: seen, after: seen, servedAfterMs: 3, memory: undefined, isAlive, lastWords: '' },
})

test('what is played apart from the others takes the place of its rows, and keeps all others', t => {
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
