import test from 'ava'
import type { Refusal } from '../resource.ts'
import { catalogue } from './problems.ts'
import { readTable } from './tables.ts'

test('every refusal that is checked has the status and the code of the protocol', t => {
  const tabled = new Map(readTable('problems').map(row => [row.slug, row]))
  for (const [slug, [status, code = '']] of Object.entries<Refusal>(catalogue)) {
    const row = tabled.get(slug)
    t.is(Number(row?.status), status, slug)
    t.is(row?.code, code, slug)
  }
})
