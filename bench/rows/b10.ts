import type { BenchContext } from '../bench-context.ts'
import type { SignedPlan } from '../load/plan.ts'
import type { Outcome } from '../outcome.ts'
import { connect, type Database } from '../product.ts'
import { alternate, type Contender } from '../rounds.ts'
import { analyze } from '../seed.ts'

const AGENTS = 100_000
const SEARCHED: [string, string][] = [
  ['an exact handle', 'bench-77777'],
  ['a handle prefix, 11 agents', 'bench-7777'],
  ['two words of a name, 1 agent', 'word42 rare777'],
  ['one word, 100 agents', 'rare777'],
  ['one word, 1000 agents', 'word42'],
  ['a prefix of a word, 11000 agents', 'word4'],
  ['a prefix that all agents have', 'bench'],
]

/** Searches of one page, from one agent up to all of them; the search pool has three connections. */
export async function b10({ load, isQuick, rounds, agents, product }: BenchContext): Promise<Outcome> {
  await agents(AGENTS)
  const { pid, port, postmaster, database } = await product()
  await nameAgents(database)
  const requests = isQuick ? 200 : 1_000
  const contenders = SEARCHED.map(([label, query], index): Contender => {
    const path = `/api/v1/aui/agents/search?q=${encodeURIComponent(query)}`
    const isBroad = index >= SEARCHED.length - 2
    const count = isBroad ? requests / 10 : requests
    const plan: SignedPlan = {
      ...{ kind: 'signed', host: `127.0.0.1:${port}`, method: 'GET', path, payload: 'none' },
      ...{ agents: AGENTS, order: 'random', count },
    }
    return { label, pid, port, postmaster, plan, requests: count, inFlight: 3 }
  })
  const measured = await alternate(load, contenders, { rounds })
  return {
    name: 'B10',
    title: `GET /agents/search, the first 20; ${AGENTS} agents, 3 in flight`,
    measured,
    checks: [],
    notes: [
      'each answer counts all that match; storage/search/agent-search.test.ts proves that a selective search scans no table',
    ],
  }
}

/** Gives each agent `bench-n` a name of two words: one of a hundred, and one of a thousand. */
async function nameAgents(database: Database): Promise<void> {
  const sql = connect(database)
  await sql`
    update agent set name = 'Word' || n % 100 || ' Rare' || n / 100 % 1000,
      search_words = array_to_tsvector(array['word' || n % 100, 'rare' || n / 100 % 1000, 'bench', n::text])
    from generate_series(0, ${AGENTS - 1}::int) as n where handle = 'bench-' || n`
  await sql`vacuum agent`
  await sql.end()
  await analyze(database)
}
