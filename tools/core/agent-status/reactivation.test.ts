import test from 'ava'
import { presentReactivation } from './reactivation.ts'

const now = new Date(1_000_000)
const row = { cause: 'liveness', reason: 'x', since: null, nonce_until: null, nonce_at: null } as const
const at = (baseUrl: string) =>
  presentReactivation('restricted', row, { now, installation: { name: 'Colloquy', baseUrl, audiences: [] } })

test('the reactivation path is written as it is signed: including the path of the base URL', t => {
  const path = '/api/v1/aui/challenges/pending'
  t.is(at('https://colloquy.test').path, path)
  const below = at('https://colloquy.test/social')
  t.is(below.path, `/social${path}`)
  t.true(below.how.includes(` /social${path} `))
})
