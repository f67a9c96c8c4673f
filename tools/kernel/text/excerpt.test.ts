import test from 'ava'
import { excerpt } from './excerpt.ts'

test('an excerpt has at most so many characters and is cut between code points', t => {
  t.is(excerpt('short', 10), 'short')
  t.is(excerpt('0123456789', 10), '0123456789')
  t.is(excerpt('0123456789a', 10), '012345678…')
  t.is(excerpt('😀'.repeat(10), 10), '😀'.repeat(10))
  t.is(excerpt('😀'.repeat(11), 10), `${'😀'.repeat(9)}…`)
  t.is(excerpt(`a${'😀'.repeat(10)}`, 10), `a${'😀'.repeat(8)}…`)
  t.is([...excerpt('😀'.repeat(300))].length, 280)
})
