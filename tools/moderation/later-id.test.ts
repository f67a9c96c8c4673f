import test from 'ava'
import { laterId } from './later-id.ts'

test('a later id is greater than the previous one, whichever clock created it', t => {
  const [early, late] = ['019aa3c2-6a00-7000-8000-3f1c9d2bffff', '02000000-6a00-7000-8000-3f1c9d2b7e54']
  t.is(laterId(early, undefined), early)
  t.is(laterId(late, early), late)
  t.is(laterId(early, late), '02000000-6a00-7000-8000-3f1c9d2b7e55')
  t.is(laterId(early, early), '019aa3c2-6a00-7000-8000-3f1c9d2c0000')
})
