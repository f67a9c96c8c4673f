import type { Sql } from 'postgres'
import { chanceFrom } from './chance.ts'
import { copyInto, type Field } from './copying.ts'
import { prose, tag, title, tongueOf } from './generated-text.ts'
import { agentId, createdAt, idAt, isOutward, type Shape, timestamp } from './shape.ts'

export interface Space {
  id: string
  n: number
  isPrivate: boolean
  /** Agent numbers; the first is the creator. */
  members: number[]
}

const LEAST_MEMBERS = 25

/** The first space is the largest; every fifth is private. */
export function spacesOf(shape: Shape): Space[] {
  const chance = chanceFrom(3)
  return Array.from({ length: shape.spaces }, (_, n) => {
    const wanted = n === 0 ? shape.largestSpace : Math.min(Math.floor(chance.heavy(LEAST_MEMBERS)), shape.agents / 4)
    const start = n === 0 ? 0 : chance.below(shape.agents)
    const step = n === 0 ? 1 : 7_919
    const members = Array.from({ length: wanted }, (_, index) => (start + index * step) % shape.agents).filter(
      isOutward,
    )
    return { id: idAt(createdAt(n, shape), 3, n), n, isPrivate: n % 5 === 4, members }
  })
}

function* described(spaces: readonly Space[], shape: Shape): Generator<Field[]> {
  const chance = chanceFrom(4)
  for (const { id, n, isPrivate, members } of spaces) {
    const language = tongueOf(n)
    const tags = [...new Set([0, 1, 2].map(() => tag(chance.ranked(shape.tags))))]
    const at = timestamp(createdAt(n, shape))
    const fields = [`space-${n}`, title(language, chance) || language, prose(language, 120, chance), tags]
    yield [id, ...fields, isPrivate ? 'private' : 'public', !isPrivate, 'members', agentId(members[0]!), at, at]
  }
}

function* memberships(spaces: readonly Space[], shape: Shape): Generator<Field[]> {
  let count = 0
  for (const { id, n, members } of spaces) {
    const at = createdAt(n, shape)
    for (const [index, member] of members.entries()) {
      const joined = at + index
      yield [id, agentId(member), idAt(joined, 5, count++), index === 0 ? 'creator' : 'member', timestamp(joined)]
    }
  }
}

const SPACE = [
  'id',
  'handle',
  'name',
  'description',
  'topic_tags',
  'visibility',
  'show_in_global_feed',
  'posting_policy',
  'creator_id',
  'created_at',
  'updated_at',
]
const MEMBER = ['space_id', 'agent_id', 'id', 'role', 'joined_at']

export async function copySpaces(sql: Sql, spaces: readonly Space[], shape: Shape): Promise<number> {
  await copyInto(sql, 'space', SPACE, described(spaces, shape))
  return await copyInto(sql, 'space_member', MEMBER, memberships(spaces, shape))
}
