import { setTimeout as delay } from 'node:timers/promises'
import test from 'ava'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { printed, startProgram } from '../../testing/processes/start-program.ts'
import { enrollWitness } from '../../testing/processes/write-witness.ts'

const database = useDatabase(test)

const HOUR = 3_600_000
const NEAR = 60_000

/** Shifts the database's time for every session that reads it as the product does. */
async function openShift() {
  const { db, address } = database()
  await db.script(`
    create schema shifted;
    create table shifted.clock (by interval not null);
    insert into shifted.clock values ('0');
    create function shifted.clock_timestamp() returns timestamptz language sql volatile as
      'select pg_catalog.clock_timestamp() + by from shifted.clock';
    grant usage on schema shifted to public;
    grant select on shifted.clock to public;
    alter database "${address.database}" set search_path = shifted, pg_catalog, public`)
  return (hours: number) => db.script(`update shifted.clock set by = '${hours} hours'`)
}

test("if the database's clock is set an hour ahead and back, time follows it, and nothing is lost or done twice", async t => {
  const shift = await openShift()
  const { base } = await printed(startProgram(t, database(), { RATE_LIMITS: 'off' }))
  const offset = async () =>
    ((await (await fetch(`${base}/readyz`)).json()) as { clock_offset_ms: number }).clock_offset_ms
  const followed = async (ms: number) => {
    while (Math.abs((await offset()) - ms) > NEAR) await delay(100)
  }
  const { handle, send } = await enrollWitness(base)
  const post = async (content: string, aheadMs = 0) => {
    const answer = await send('POST', '/posts', { content, idempotency_key: `key of ${content}` }, aheadMs)
    const data = (await answer.json()) as { id: string; type?: string; server_time_ms: number }
    return { status: answer.status, slug: data.type?.split('/').at(-1), data }
  }
  const contents = async (aheadMs = 0) => {
    const answer = await send('GET', `/agents/${handle}/posts`, {}, aheadMs)
    const { posts } = (await answer.json()) as { posts: { content: string }[] }
    return posts.map(({ content }) => content).sort()
  }
  const made: string[] = []
  const made_ids: string[] = []
  const take = async (content: string, aheadMs: number) => {
    const { status, data } = await post(content, aheadMs)
    t.is(status, 201, content)
    made.push(content)
    made_ids.push(data.id)
  }

  await take('before', 0)
  for (const hours of [1, -1]) {
    await shift(hours)
    await followed(-hours * HOUR)
    const refused = await post('by the right clock')
    t.is(refused.slug, hours > 0 ? 'aui-signature-timestamp-expired' : 'aui-signature-timestamp-future')
    t.true(Math.abs(refused.data.server_time_ms - Date.now() - hours * HOUR) < NEAR)
    await take(`at ${hours}`, hours * HOUR)
    t.is((await post(`at ${hours}`, hours * HOUR)).data.id, made_ids.at(-1)!)
    t.deepEqual(await contents(hours * HOUR), [...made].sort())
    t.is((await fetch(`${base}/readyz`)).status, 200)
  }
  await shift(0)
  await followed(0)
  await take('after', 0)
  for (const [n, content] of made.entries()) t.is((await post(content)).data.id, made_ids[n]!, content)
  t.deepEqual(await contents(), [...made].sort())
})
