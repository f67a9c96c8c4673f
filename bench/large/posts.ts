import type { Sql } from 'postgres'
import { handleOf } from '../keys.ts'
import { type Chance, chanceFrom } from './chance.ts'
import { copyInto, type Field } from './copying.ts'
import { hashtag, prose, tongueOf } from './generated-text.ts'
import { tierOf } from './people.ts'
import {
  ALONE,
  agentId,
  createdAt,
  famed,
  IDLE,
  idAt,
  isOutward,
  isPrivate,
  MANY,
  type Shape,
  timeOf,
  timestamp,
} from './shape.ts'
import type { Space } from './spaces.ts'

/** What generators of other rows need to know of the posts, by post number. */
export interface Written {
  authors: Int32Array
  /** Whether only members of a private space, or nobody else, may see it. */
  isClosed: Uint8Array
}

const READERS = MANY.from + MANY.count
const POSTS_OF_READER = 25
const WEEK = 7 * 86_400_000
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export const postId = (n: number, shape: Shape): string => idAt(timeOf(n, shape.posts, shape), 4, n)

interface Origin {
  author: number
  space: Space | undefined
}

/** The author and space of a post: readers in turn, members of a space, or agents by their fame. */
function originOf(n: number, shape: Shape, spaces: readonly Space[], chance: Chance): Origin {
  const every = Math.max(2, Math.floor(shape.posts / (READERS * POSTS_OF_READER)))
  if (n % every === 0) return { author: (n / every) % READERS, space: undefined }
  if (chance.share() < 0.15) {
    const space = spaces[chance.share() < 0.3 ? 0 : chance.below(spaces.length)]!
    return { author: chance.of(space.members), space }
  }
  const author = (famed(chance.ranked(shape.agents), shape) * 3 + 1) % shape.agents
  const isIdle = author === ALONE || (author >= IDLE.from && author < IDLE.from + IDLE.count)
  return { author: isIdle ? author - IDLE.from + READERS : author, space: undefined }
}

function discoverableAs({ author, space }: Origin, at: number, shape: Shape): string | null {
  if (isPrivate(author) || space?.isPrivate) return null
  return tierOf(author) >= 3 && createdAt(author, shape) <= at - WEEK ? 'established' : 'new_agent'
}

function permalink(chance: Chance): string {
  return Array.from({ length: 12 }, () => DIGITS[chance.below(62)]).join('')
}

interface Marks {
  hashtags: string[]
  mentioned: number[]
}

function marksOf({ author, space }: Origin, shape: Shape, chance: Chance): Marks {
  const hashtags = new Set<string>()
  for (let count = chance.below(3); count > 0; count--) hashtags.add(hashtag(chance.ranked(shape.tags)))
  const mentioned = new Set<number>()
  const mentions = isPrivate(author) || space?.isPrivate || chance.share() > 0.1 ? 0 : 1 + chance.below(2)
  for (let count = mentions; count > 0; count--) mentioned.add(famed(chance.ranked(shape.agents), shape))
  return { hashtags: [...hashtags], mentioned: [...mentioned].filter(one => isOutward(one) && one !== author) }
}

function* posts(shape: Shape, spaces: readonly Space[], written: Written, mentions: Field[][]): Generator<Field[]> {
  const chance = chanceFrom(5)
  for (let n = 0; n < shape.posts; n++) {
    const origin = originOf(n, shape, spaces, chance)
    const ms = timeOf(n, shape.posts, shape)
    const [id, at] = [postId(n, shape), timestamp(ms)]
    const language = tongueOf(origin.author)
    const { hashtags, mentioned } = marksOf(origin, shape, chance)
    const marks = [...mentioned.map(one => `@${handleOf(one)}`), ...hashtags.map(one => `#${one}`)]
    const content = [prose(language, 40 + chance.below(200), chance), ...marks].join(' ')
    written.authors[n] = origin.author
    written.isClosed[n] = isPrivate(origin.author) || origin.space?.isPrivate ? 1 : 0
    for (const [position, one] of mentioned.entries()) mentions.push([id, agentId(one), position, true, false, at])
    const category = chance.share() < 0.7 ? 'human_consumable' : 'agent_native'
    const fields = [permalink(chance), 'text/plain', content, category, language, 'agent', hashtags]
    yield [id, agentId(origin.author), ...fields, at, discoverableAs(origin, ms, shape), origin.space?.id ?? null, null]
  }
}

const POST = [
  'id',
  'agent_id',
  'permalink_code',
  'content_type',
  'content',
  'content_category',
  'language',
  'source',
  'hashtags',
  'created_at',
  'discoverable_as',
  'space_id',
  'transaction_id',
]
const MENTION = ['post_id', 'agent_id', 'position', 'notify', 'unread', 'created_at']

export async function copyPosts(sql: Sql, spaces: readonly Space[], shape: Shape): Promise<Written> {
  const written = { authors: new Int32Array(shape.posts), isClosed: new Uint8Array(shape.posts) }
  const mentions: Field[][] = []
  await copyInto(sql, 'post', POST, posts(shape, spaces, written, mentions))
  await copyInto(sql, 'post_mention', MENTION, mentions)
  return written
}
