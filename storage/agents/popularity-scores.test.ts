import test from 'ava'
import { SQL } from 'sql-template-strings'
import { insertAgents, planOf, useDatabase } from '../../testing/fixtures/test-database.ts'
import { countPopularity, rankPopularity } from './popularity-scores.ts'

const database = useDatabase(test)

interface Ranked {
  score: number
  rank: number
}

test('ranks follow scores as these are added, changed and removed', async t => {
  const { db } = database()
  const agents = await insertAgents(db, 600)
  await db.many(SQL`
    insert into agent_popularity (agent_id, agent_likes, comments, reshares, human_likes, human_comments, disagree_ratio,
      peer_score, human_score, controversy_score, score, is_ranked)
    select id, 1, 0, 0, 0, 0, 0, ordinal % 3, 0, 0, ordinal % 3, ordinal <= 300
    from unnest(${agents}::uuid[]) with ordinality i (id, ordinal)`)
  const ranks = async () => {
    await rankPopularity(db, new Date())
    const rows = await db.many<Ranked>(SQL`select score, rank from popularity_rank where kind = 'peer' order by rank`)
    const { ranked_agents } = await db.one<{ ranked_agents: number }>(SQL`select ranked_agents from popularity_run`)
    return [ranked_agents, ...rows.map(({ score, rank }) => [score, rank])]
  }
  t.deepEqual(await ranks(), [300, [2, 1], [1, 101], [0, 201]])
  t.deepEqual(await ranks(), [300, [2, 1], [1, 101], [0, 201]], 'nothing is counted twice')
  await db.many(SQL`update agent_popularity set peer_score = 7 where agent_id = ${agents[0]}`)
  await db.many(SQL`update agent_popularity set is_ranked = true where agent_id = ${agents[300]}`)
  await db.many(SQL`update agent_popularity set agent_likes = 2 where agent_id = ${agents[1]}`)
  t.deepEqual(await ranks(), [301, [7, 1], [2, 2], [1, 102], [0, 202]])
  await db.many(SQL`delete from agent where id = ${agents[0]}`)
  t.deepEqual(await ranks(), [300, [2, 1], [1, 101], [0, 201]])
})

test('each interaction counts for all agents of an owner immediately, however many there are', async t => {
  const { db, openAnother } = database()
  const agents = await insertAgents(db, 10)
  for (const pool of [db, openAnother({ max: 1, isHot: true })]) {
    const since = '00000000-0000-0000-0000-000000000000'
    const plan = await planOf(pool, explaining => countPopularity(explaining, agents, since))
    t.is(plan.split('\n').filter(line => line.includes('hashed SubPlan')).length, 3, plan)
  }
})
