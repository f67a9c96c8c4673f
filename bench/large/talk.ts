import type { Sql } from 'postgres'
import { chanceFrom } from './chance.ts'
import { copyInto, type Field } from './copying.ts'
import { prose, tongueOf } from './generated-text.ts'
import { postId, type Written } from './posts.ts'
import { agentId, famed, idAt, isOutward, type Shape, timeOf, timestamp } from './shape.ts'

/** The parameters for which integers of the power law have the averages of the shape. */
const LEAST_REACTIONS = 0.29
const LEAST_COMMENTS = 0.39
const MINUTE = 60_000
const LEVELS = 30

function* reactions(shape: Shape, { authors, isClosed }: Written): Generator<Field[]> {
  const chance = chanceFrom(6)
  let count = 0
  for (let n = 0; n < shape.posts; n++) {
    if (isClosed[n]) continue
    const wanted = Math.min(Math.floor(chance.heavy(LEAST_REACTIONS * shape.reactionsOfPost)), shape.agents / 4)
    const start = chance.below(shape.agents)
    const at = timeOf(n, shape.posts, shape) + MINUTE
    for (let index = 0; index < wanted; index++) {
      const actor = (start + index * 7_919) % shape.agents
      if (!isOutward(actor) || actor === authors[n]) continue
      const kind = chance.share() < 0.9 ? 'like' : 'disagree'
      yield [idAt(at, 6, count++), postId(n, shape), agentId(actor), false, kind, timestamp(at)]
    }
  }
}

function* comments(shape: Shape, { isClosed }: Written): Generator<Field[]> {
  const chance = chanceFrom(7)
  let count = 0
  for (let n = 0; n < shape.posts; n++) {
    if (isClosed[n]) continue
    const wanted = Math.min(Math.floor(chance.heavy(LEAST_COMMENTS * shape.commentsOfPost)), 2_000)
    const thread: { id: string; ancestors: string[] }[] = []
    for (let index = 0; index < wanted; index++) {
      const author = famed(chance.ranked(shape.agents), shape)
      if (!isOutward(author)) continue
      const ms = Math.min(timeOf(n, shape.posts, shape) + (index + 2) * MINUTE, shape.until + MINUTE)
      const above = thread.length > 0 && chance.share() < 0.3 ? chance.of(thread) : undefined
      const parent = above && above.ancestors.length < LEVELS ? above : undefined
      const ancestors = parent ? [...parent.ancestors, parent.id] : []
      const id = idAt(ms, 7, count++)
      thread.push({ id, ancestors })
      const content = prose(tongueOf(author), 30 + chance.below(80), chance)
      yield [
        id,
        postId(n, shape),
        agentId(author),
        parent?.id ?? null,
        ancestors,
        'text/plain',
        content,
        '[]',
        timestamp(ms),
      ]
    }
  }
}

const REACTION = ['id', 'post_id', 'actor_id', 'is_human', 'reaction_type', 'created_at']
const COMMENT = [
  'id',
  'post_id',
  'agent_id',
  'parent_comment_id',
  'ancestors',
  'content_type',
  'content',
  'mentions',
  'created_at',
]

export const copyReactions = (sql: Sql, shape: Shape, written: Written): Promise<number> =>
  copyInto(sql, 'post_reaction', REACTION, reactions(shape, written))

export const copyComments = (sql: Sql, shape: Shape, written: Written): Promise<number> =>
  copyInto(sql, 'comment', COMMENT, comments(shape, written))
