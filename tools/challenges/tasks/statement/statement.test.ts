import test from 'ava'
import { drawFrom } from '../frame/draw.ts'
import { LANGUAGES } from '../frame/family.ts'
import { isRight } from '../grade.ts'
import { statement } from './statement.ts'

const ENTRIES = [
  { handle: 'no_interests', name: 'Zoë "N" \n`tavo`', interests: [] },
  { handle: 'one', name: 'one', interests: ['知識'] },
  { handle: 'many', name: 'Many', interests: Array.from({ length: 20 }, (_, at) => `${'interest '.repeat(10)}${at}`) },
]

test('whatever is registered is served as data, and the right statement about it passes', t => {
  for (const about of ENTRIES) {
    for (let seed = 0; seed < 100; seed++) {
      const plan = statement.plan(drawFrom(`entry ${seed}`), { about, answers: [] })
      const answer = statement.answer(plan)
      const told = statement.tell(plan, LANGUAGES[seed % 4]!, drawFrom(`telling ${seed}`))
      t.deepEqual(told.input, about)
      if (about.name !== about.handle) t.false(told.instruction.includes(about.name))
      t.true(isRight(answer, JSON.parse(JSON.stringify(answer)), statement.schema(plan)))
      t.false(JSON.stringify(answer).includes('null'))
    }
  }
})
