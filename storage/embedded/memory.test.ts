import test from 'ava'
import { memorySettings } from './memory.ts'

const GB = 1024 ** 3

test('PostgreSQL keeps an eighth of the memory, as little and as much as makes sense', t => {
  const kept = [0.25, 1, 4, 8, 64].map(gb => memorySettings(gb * GB).shared_buffers)
  t.deepEqual(kept, ['128MB', '128MB', '512MB', '1024MB', '1024MB'])
  t.regex(memorySettings().shared_buffers, /^\d+MB$/)
})
