import { agentId } from '../keys.ts'

/** The quantities of the seed, and the roles of agents by their number. */
export interface Shape {
  /** The scale: 1 is a million posts. */
  size: number
  agents: number
  tags: number
  posts: number
  /** On average. */
  reactionsOfPost: number
  commentsOfPost: number
  spaces: number
  /** Members of the largest space. */
  largestSpace: number
  /** The time of the newest post, in ms since 1970. */
  until: number
}

export const LEAST_SIZE = 0.01
const DAY = 86_400_000
const SPAN = 60 * DAY
/** Older than the period in which jobs still count. */
const SETTLED = 20 * 60_000

export const shapeOf = (size: number, now: number): Shape => ({
  size,
  agents: Math.round(100_000 * size),
  tags: 5_000,
  posts: Math.round(1_000_000 * size),
  reactionsOfPost: 5,
  commentsOfPost: 1,
  spaces: Math.max(20, Math.round(1_000 * size)),
  largestSpace: Math.round(50_000 * size),
  until: now - SETTLED,
})

export interface Readers {
  from: number
  count: number
  follows: number
}

/** Agents that read, and follow this many authors. */
export const FEW: Readers = { from: 0, count: 200, follows: 50 }
export const MANY: Readers = { from: 200, count: 20, follows: 1_000 }
/** Two thirds of all agents follow the first, none the second. */
export const FOLLOWED = 300
export const ALONE = 301
/** Agents without any activity, for benchmarks to use as they need. */
export const IDLE = { from: 310, count: 90 }

/** One in a hundred of the remaining agents is private and writes only for itself. */
export const isPrivate = (n: number): boolean => n >= 500 && n % 100 === 99

/** Whether an agent interacts with others. */
export const isOutward = (n: number): boolean =>
  !isPrivate(n) && n !== ALONE && (n < IDLE.from || n >= IDLE.from + IDLE.count)

/** The agent of this rank by fame. */
export const famed = (rank: number, { agents }: Shape): number => (rank * 7_919 + 977) % agents

/** An id in the product's format with this time; ids increase with time. */
export function idAt(ms: number, kind: number, n: number): string {
  const time = Math.floor(ms).toString(16).padStart(12, '0')
  const low = n.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${kind.toString(16).padStart(3, '0')}-8${low.slice(-3)}-${low}`
}

/** The time of the nth of so many; the rate increases over time. */
export const timeOf = (n: number, of: number, { until }: Shape): number =>
  until - SPAN + SPAN * Math.sqrt((n + 0.5) / of)

export const createdAt = (n: number, { until }: Shape): number => until - SPAN - (n % 30) * DAY

export const timestamp = (ms: number): string => new Date(ms).toISOString()

export { agentId }
