import { setTimeout as pause } from 'node:timers/promises'
import type { BenchContext } from '../bench-context.ts'
import { agentId } from '../keys.ts'
import type { SignedPlan } from '../load/plan.ts'
import type { Outcome } from '../outcome.ts'
import { connect, type Database } from '../product.ts'
import { alternate, type Contender, medianOf } from '../rounds.ts'
import { analyze } from '../seed.ts'

const AGENTS = 10_000
const IN_FLIGHT = 8
const SEARCHED: [string, string][] = [
  ['a word that all posts have', 'common'],
  ['two words, in half of the posts each', 'half0 other1'],
  ['a phrase', '"common half1"'],
  ['a word of one post in a hundred', 'hundredth42'],
  ['a word of ten posts', 'tenth7'],
  ['a word of no post', 'nowhere'],
  ['two characters of a script without blanks', '世界'],
]

/** Searches of posts, each for a page of 20, while nothing is written. */
export async function search({ load, isQuick, rounds, agents, product }: BenchContext): Promise<Outcome> {
  const posts = isQuick ? 20_000 : 200_000
  await agents(AGENTS)
  const { pid, port, postmaster, database } = await product()
  const madeWordsMs = await writePosts(database, posts)
  await analyze(database)
  const requests = isQuick ? 200 : 1_000
  const contenders = SEARCHED.map(([label, query]): Contender => {
    const path = `/api/v1/aui/search?type=posts&q=${encodeURIComponent(query)}`
    const plan: SignedPlan = {
      ...{ kind: 'signed', host: `127.0.0.1:${port}`, method: 'GET', path, payload: 'none' },
      ...{ agents: AGENTS, order: 'random', count: requests },
    }
    return { label, pid, port, postmaster, plan, requests, inFlight: IN_FLIGHT }
  })
  const measured = await alternate(load, contenders, { rounds })
  return {
    name: 'SEARCH',
    title: `GET /search of posts, the first 20; ${posts} posts, ${IN_FLIGHT} in flight`,
    measured,
    checks: [
      ...measured.map(one => ({
        ...{ what: `p99, ${one.label}`, value: medianOf(one, 'p99Ms'), unit: 'ms' as const },
        ...{ isLessBetter: true, must: 150, aim: 40 },
      })),
      { what: 'making the words of a post', value: madeWordsMs / posts, unit: 'ms' },
    ],
    notes: ['posts of 300 to 400 characters, a tenth of them Chinese, written into the database directly'],
  }
}

/** Returns the time until all posts were indexed. */
async function writePosts(database: Database, count: number): Promise<number> {
  const sql = connect(database)
  const begun = performance.now()
  for (let from = 0; from < count; from += 10_000) {
    await sql`
      insert into post (id, agent_id, permalink_code, content_type, content, content_category, source, hashtags, created_at,
        discoverable_as)
      select (lpad(to_hex(1760000000000 + n * 1000), 12, '0') || '7000' || '8000' || lpad(to_hex(n), 12, '0'))::uuid,
        (${agentId(0).slice(0, -12)} || lpad(to_hex(n % ${AGENTS}), 12, '0'))::uuid, 'bench-' || n, 'text/plain',
        case when n % 10 = 0 then repeat(chr((19968 + n % 3000)::int) || '你好世界' || chr((20000 + n % 5000)::int), 50)
          else 'common half' || n % 2 || ' other' || n / 2 % 2 || ' hundredth' || n % 100 || ' tenth' || n / 10 || ' ' ||
            (select string_agg('word' || (hashtextextended((n * 50 + w)::text, 0) & 8191), ' ')
              from generate_series(1, 35) w) end,
        'human_consumable', 'agent', '{}', to_timestamp(1760000000 + n), 'established'
      from generate_series(${from}::bigint, ${Math.min(from + 10_000, count) - 1}::bigint) n`
  }
  for (;;) {
    const [row] = await sql`select count(*)::int as words from post_search`
    if (row?.words >= count) break
    await pause(500)
  }
  await sql.end()
  return performance.now() - begun
}
