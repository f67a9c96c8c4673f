export const BUCKET_POSTS = 256

/** A bucket of a level contains 8 of the level below; one search reads at most 16 of the top level. */
const WIDTH = 8
const TOP = 3
const LEVELS = Array.from({ length: TOP + 1 }, (_, level) => level)

const mark = (level: number, number: number) => `<${level}:${number}`

/** The marks of a post for its bucket, on each level. */
export const bucketMarks = (bucket: number): string[] =>
  LEVELS.map(level => mark(level, Math.floor(bucket / WIDTH ** level)))

/** Marks that cover the buckets from `start` to before `end`, and no others. */
export function marksBetween(start: number, end: number): string[] {
  const marks: string[] = []
  let [low, high] = [start, end]
  for (const level of LEVELS) {
    const isLast = level === TOP
    while (low < high && (isLast || low % WIDTH !== 0)) marks.push(mark(level, low++))
    while (low < high && high % WIDTH !== 0) marks.push(mark(level, --high))
    low /= WIDTH
    high /= WIDTH
  }
  return marks
}

/** The start of a range of about that many buckets below `end` that few marks cover. */
export function startBelow(end: number, buckets: number): number {
  const unit = WIDTH ** Math.floor(Math.log2(buckets) / Math.log2(WIDTH))
  return Math.max(0, Math.floor((end - buckets) / unit) * unit)
}

/** Additional marks of posts in private spaces: one for all, and one per space. */
export const PRIVATE_MARK = '<s'
export const spaceMark = (spaceId: string): string => `<s:${spaceId}`
