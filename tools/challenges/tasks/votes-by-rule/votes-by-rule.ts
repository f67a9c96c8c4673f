import type { Family, Schema } from '../frame/family.ts'
import { listOf, objectOf, TEXT, WHOLE } from '../frame/schema.ts'
import { voteAnswer } from './answer.ts'
import { drawVote } from './draw-plan.ts'
import type { VoteFacet, VotePlan } from './plan.ts'
import { tellVote } from './tell.ts'

const SHAPES: Record<VoteFacet, Schema> = {
  ranking: listOf(TEXT),
  winner: TEXT,
  runnerUp: TEXT,
  last: TEXT,
  winnerWithout: TEXT,
  behind: listOf(TEXT),
  supporters: listOf(TEXT),
  others: listOf(TEXT),
  voidVoters: listOf(TEXT),
  valid: WHOLE,
  margin: WHOLE,
  silent: WHOLE,
  notForWinner: WHOLE,
  members: WHOLE,
}

export const votesByRule: Family<VotePlan> = {
  name: 'votes-by-rule',
  type: 'structured_reasoning',
  plan: drawVote,
  answer: voteAnswer,
  tell: tellVote,
  schema: ({ asked }) => objectOf(Object.fromEntries(asked.map(({ member, facet }) => [member, SHAPES[facet]]))),
}
