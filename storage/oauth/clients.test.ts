import test from 'ava'
import { useDatabase } from '../../testing/database.ts'
import { findDocumentClient, keepDocument } from './clients.ts'

const database = useDatabase(test)

const URL = 'https://clients.example.com/client.json'
const at = (hour: number) => new Date(Date.UTC(2026, 10, 21, hour))

test('what was asked for later is kept, in whatever order the answers come', async t => {
  const { db } = database()
  const keep = (id: string, name: string, hour: number) =>
    keepDocument(db, {
      ...{ id, name, redirect_uris: [], document_url: URL },
      ...{ fetched_at: at(hour), fresh_until: at(hour + 1), expires_at: at(20 + hour) },
    })
  const [first, other] = ['0199f3c2-6a00-7000-8000-000000000001', '0199f3c2-6a00-7000-8000-000000000002']
  await keep(first, 'first', 1)
  await keep(other, 'third', 3)
  await keep(other, 'second', 2)
  const kept = await findDocumentClient(db, URL, at(22))
  t.like(kept, { id: first, name: 'third', fresh_until: '2026-11-21T04:00:00.000Z' })
  t.is(await findDocumentClient(db, URL, at(23)), undefined)
  await keep(other, 'fourth', 4)
  t.is((await findDocumentClient(db, URL, at(23)))?.name, 'fourth')
})
