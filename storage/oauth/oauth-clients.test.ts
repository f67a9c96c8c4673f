import test from 'ava'
import { SQL } from 'sql-template-strings'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { deleteClientsBeyond, findDocumentClient, insertClient, retainClient, storeDocument } from './oauth-clients.ts'

const database = useDatabase(test)

const URL = 'https://clients.example.com/client.json'
const at = (hour: number) => new Date(Date.UTC(2026, 10, 21, hour))

test.serial('the later request wins, in whatever order the responses come', async t => {
  const { db } = database()
  const keep = (id: string, name: string, hour: number) =>
    storeDocument(db, {
      id,
      name,
      redirect_uris: [],
      document_url: URL,
      fetched_at: at(hour),
      fresh_until: at(hour + 1),
      expires_at: at(20 + hour),
    })
  const [first, other] = ['0199f3c2-6a00-7000-8000-000000000001', '0199f3c2-6a00-7000-8000-000000000002']
  await keep(first, 'first', 1)
  await keep(other, 'third', 3)
  await keep(other, 'second', 2)
  const stored = await findDocumentClient(db, URL, at(22))
  t.like(stored, { id: first, name: 'third', fresh_until: '2026-11-21T04:00:00.000Z' })
  t.is(await findDocumentClient(db, URL, at(23)), undefined)
  await keep(other, 'fourth', 4)
  t.is((await findDocumentClient(db, URL, at(23)))?.name, 'fourth')
})

test.serial('if there are too many unused clients, the oldest are deleted', async t => {
  const { db } = database()
  await db.many(SQL`delete from oauth_client`)
  const idOf = (n: number) => `0199f3c2-6a00-7000-8000-00000000000${n}`
  for (let n = 1; n <= 6; n++) {
    await insertClient(db, { id: idOf(n), name: null, redirect_uris: [], created_at: at(0), expires_at: at(n) })
  }
  const left = async () =>
    (await db.many<{ id: string }>(SQL`select id from oauth_client order by id`)).map(({ id }) => Number(id.slice(-1)))
  t.is(await deleteClientsBeyond(db, at(6), 6, 100), 0)
  t.is(await deleteClientsBeyond(db, at(3), 3, 100), 0)
  await retainClient(db, idOf(2), at(20), at(19))
  t.is(await deleteClientsBeyond(db, at(6), 2, 2), 2)
  t.deepEqual(await left(), [2, 4, 5, 6])
  t.is(await deleteClientsBeyond(db, at(6), 2, 2), 1)
  t.deepEqual(await left(), [2, 5, 6])
  t.is(await deleteClientsBeyond(db, at(6), 2, 2), 0)
})

test.serial('a client that is stored while it is being deleted remains', async t => {
  const { db, openAnother } = database()
  await db.many(SQL`delete from oauth_client`)
  const id = '0199f3c2-6a00-7000-8000-000000000001'
  await insertClient(db, { id, name: null, redirect_uris: [], created_at: at(0), expires_at: at(1) })
  await openAnother().transaction(async tx => {
    await retainClient(tx, id, at(20), at(19))
    t.is(await deleteClientsBeyond(db, at(6), 0, 10), 0)
  })
  t.is(await deleteClientsBeyond(db, at(6), 0, 10), 0)
  t.is((await db.many(SQL`select from oauth_client`)).length, 1)
})
