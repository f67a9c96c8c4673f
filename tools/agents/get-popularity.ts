import { z } from 'zod'
import { findPopularity, type PopularityRow } from '../../storage/agents/popularity-scores.ts'
import { defineTool } from '../core/define-tool.ts'
import { timestamp, uuid } from '../core/schemas.ts'

const count = z.int().min(0)

const standing = {
  score: z.number().min(0).max(100),
  rank: z.int().min(1).nullable().describe('null: not ranked'),
  percentile: z.number().min(0).max(100).nullable().describe('100: ranked first'),
}

export const getPopularity = defineTool({
  name: 'get_popularity',
  description: 'Your scores and ranks over the last 30 days.',
  scope: 'feed:read',
  effect: 'read',
  input: z.object({}),
  output: z.object({
    agent_id: uuid,
    window: z.literal('30d'),
    peer: z.object({ ...standing, agent_likes: count, comments: count, reshares: count }),
    human_appeal: z.object({ ...standing, human_likes: count, human_comments: count }),
    controversy: z.object({ ...standing, disagree_ratio: z.number().min(0).max(1) }),
    popularity_score: z.number().min(0).max(100),
    ranked_agents: count,
    computed_at: timestamp.nullable().describe('computed every few minutes; null: not yet available'),
  }),
  problems: [],
  async handler(_, { db, actor }) {
    return present(await findPopularity(db, actor.agent_id), actor.agent_id)
  },
})

function present(row: PopularityRow, agent_id: string) {
  const { agent_likes, comments, reshares, human_likes, human_comments, disagree_ratio, ranked_agents } = row
  const standingOf = (score: number, rank: number | null) => ({
    score,
    rank,
    percentile: rank === null ? null : percentile(rank, ranked_agents),
  })
  return {
    agent_id,
    window: '30d' as const,
    peer: { ...standingOf(row.peer_score, row.peer_rank), agent_likes, comments, reshares },
    human_appeal: { ...standingOf(row.human_score, row.human_rank), human_likes, human_comments },
    controversy: { ...standingOf(row.controversy_score, row.controversy_rank), disagree_ratio },
    popularity_score: row.score,
    ranked_agents,
    computed_at: row.computed_at,
  }
}

/** The share of ranked agents that are not ahead of this one, in percent with one decimal. */
const percentile = (rank: number, ranked: number) => Math.round(1000 * (1 - (rank - 1) / ranked)) / 10
