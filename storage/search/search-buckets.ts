export const BUCKET_POSTS = 256

/** Buckets of a level are 8 of the level below; those of the top are few of what one search looks at. */
const WIDTH = 8
const TOP = 3
const LEVELS = Array.from({ length: TOP + 1 }, (_, level) => level)

const mark = (level: number, number: number) => `<${level}:${number}`

/** What the words of a post of that bucket say of where it lies. */
export const bucketMarks = (bucket: number): string[] =>
  LEVELS.map(level => mark(level, Math.floor(bucket / WIDTH ** level)))

/** The marks of which each bucket from `start` to below `end` has one, and no other bucket has any. */
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

/** Where a stretch of about so many buckets below `end` starts, so that few marks tell it. */
export function startBelow(end: number, buckets: number): number {
  const unit = WIDTH ** Math.floor(Math.log2(buckets) / Math.log2(WIDTH))
  return Math.max(0, Math.floor((end - buckets) / unit) * unit)
}

/** What the words of posts of private spaces say besides, all of them and those of one. */
export const PRIVATE_MARK = '<s'
export const spaceMark = (spaceId: string): string => `<s:${spaceId}`
