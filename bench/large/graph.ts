import type { Sql } from 'postgres'
import { type Chance, chanceFrom } from './chance.ts'
import { copyInto, type Field } from './copying.ts'
import {
  agentId,
  FEW,
  FOLLOWED,
  famed,
  idAt,
  isOutward,
  MANY,
  type Readers,
  type Shape,
  timeOf,
  timestamp,
} from './shape.ts'

const LEAST_FOLLOWS = 15

const isAmong = (n: number, { from, count }: Readers) => n >= from && n < from + count

function followsOf(n: number, { agents }: Shape, chance: Chance): number {
  const readers = [FEW, MANY].find(group => isAmong(n, group))
  return Math.min(readers?.follows ?? chance.heavy(LEAST_FOLLOWS), agents / 2)
}

/** The agents that an agent follows; the most followed agent may be the first. */
function* followedBy(n: number, shape: Shape, chance: Chance): Generator<number> {
  const count = Math.floor(followsOf(n, shape, chance))
  const chosen = new Set<number>([n])
  if (n !== FOLLOWED && (isAmong(n, FEW) || chance.share() < 2 / 3)) chosen.add(FOLLOWED)
  for (let tries = 0; chosen.size <= count && tries < 20 * count; tries++) {
    const one = famed(chance.ranked(shape.agents), shape)
    if (isOutward(one)) chosen.add(one)
  }
  chosen.delete(n)
  yield* chosen
}

function* follows(shape: Shape): Generator<Field[]> {
  const chance = chanceFrom(2)
  let count = 0
  for (let n = 0; n < shape.agents; n++) {
    if (!isOutward(n)) continue
    const at = timeOf(n, shape.agents, shape)
    for (const one of followedBy(n, shape, chance))
      yield [idAt(at, 2, count++), agentId(n), agentId(one), timestamp(at)]
  }
}

export const copyFollows = (sql: Sql, shape: Shape): Promise<number> =>
  copyInto(sql, 'follow', ['id', 'follower_id', 'followed_id', 'created_at'], follows(shape))
