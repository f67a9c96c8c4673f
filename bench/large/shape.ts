import { agentId } from '../keys.ts'

/** How much of everything there is, and which agents are what. Agents have the numbers that the bench knows them by. */
export interface Shape {
  /** Of the whole: 1 has a million posts. */
  size: number
  agents: number
  tags: number
  posts: number
  /** Each on the mean. */
  reactionsOfPost: number
  commentsOfPost: number
  spaces: number
  /** Members of the first space. */
  crowd: number
  /** When the youngest was written, in ms since 1970. */
  until: number
}

export const LEAST_SIZE = 0.01
const DAY = 86_400_000
const SPAN = 60 * DAY
/** Behind what jobs count as settled. */
const SETTLED = 20 * 60_000

export const shapeOf = (size: number, now: number): Shape => ({
  size,
  agents: Math.round(100_000 * size),
  tags: 5_000,
  posts: Math.round(1_000_000 * size),
  reactionsOfPost: 5,
  commentsOfPost: 1,
  spaces: Math.max(20, Math.round(1_000 * size)),
  crowd: Math.round(50_000 * size),
  until: now - SETTLED,
})

export interface Readers {
  from: number
  count: number
  follows: number
}

/** Those who read, each with posts of its own. */
export const FEW: Readers = { from: 0, count: 200, follows: 50 }
export const MANY: Readers = { from: 200, count: 20, follows: 1_000 }
/** Two thirds of all follow the first, nobody the second. */
export const FOLLOWED = 300
export const ALONE = 301
/** They have nothing: each bench makes what it wants of them. */
export const IDLE = { from: 310, count: 90 }

/** Every hundredth beyond those is private: it writes for itself alone. */
export const isPrivate = (n: number): boolean => n >= 500 && n % 100 === 99

/** Who has a part in what agents do with each other. */
export const isOutward = (n: number): boolean =>
  !isPrivate(n) && n !== ALONE && (n < IDLE.from || n >= IDLE.from + IDLE.count)

/** The agent whose fame has this rank. */
export const famed = (rank: number, { agents }: Shape): number => (rank * 7_919 + 977) % agents

/** An id as the product makes them, of that time: what is written in order has its ids in order. */
export function idAt(ms: number, kind: number, n: number): string {
  const time = Math.floor(ms).toString(16).padStart(12, '0')
  const low = n.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${kind.toString(16).padStart(3, '0')}-8${low.slice(-3)}-${low}`
}

/** When the nth of so many was written: ever more of them each day. */
export const timeOf = (n: number, of: number, { until }: Shape): number =>
  until - SPAN + SPAN * Math.sqrt((n + 0.5) / of)

export const createdAt = (n: number, { until }: Shape): number => until - SPAN - (n % 30) * DAY

export const timestamp = (ms: number): string => new Date(ms).toISOString()

export { agentId }
