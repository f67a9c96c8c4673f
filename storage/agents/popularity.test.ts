import test from 'ava'
import { SQL } from 'sql-template-strings'
import { insertAgents, planOf, useDatabase } from '../../testing/database.ts'
import { countPopularity, countRanked, rankPopularity } from './popularity.ts'

const database = useDatabase(test)
const AGENTS = 5_001

test('ranks are counted in stretches, as if all agents were counted at once', async t => {
  const { db } = database()
  const agents = await insertAgents(db, AGENTS)
  await db.many(SQL`
    insert into agent_popularity (agent_id, agent_likes, comments, reshares, human_likes, human_comments, disagree_ratio,
      peer_score, human_score, controversy_score, score)
    select id, 1, 0, 0, 0, 0, 0, place % 3, 0, 0, place % 3
    from unnest(${agents}::uuid[]) with ordinality i (id, place)`)
  const pieces = [await countRanked(db), await countRanked(db)]
  t.deepEqual(pieces, [true, false])
  await rankPopularity(db, new Date())
  const ranks = await db.many<{ score: number; rank: number }>(
    SQL`select score, rank from popularity_rank where kind = 'peer' order by rank`,
  )
  t.deepEqual(
    ranks.map(({ score, rank }) => [score, rank]),
    [
      [2, 1],
      [1, 1_668],
      [0, 3_335],
    ],
  )
  t.like(
    await db.one(
      SQL`select ranked_agents, ranked_to, (select count(*)::int from popularity_counted) as left from popularity_run`,
    ),
    {
      ...{ ranked_agents: AGENTS, ranked_to: null, left: 0 },
    },
  )
})

test('each deed is held against all agents of an owner at once, however many these are', async t => {
  const { db, openAnother } = database()
  const agents = await insertAgents(db, 10)
  for (const pool of [db, openAnother({ max: 1, isHot: true })]) {
    const since = '00000000-0000-0000-0000-000000000000'
    const plan = await planOf(pool, explaining => countPopularity(explaining, agents, since))
    t.is(plan.split('\n').filter(line => line.includes('hashed SubPlan')).length, 3, plan)
  }
})
