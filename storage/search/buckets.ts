export const BUCKET_POSTS = 256

/** Buckets that the first step of a search looks at: many find enough there, and phrases are compared post by post. */
const FIRST = 4

/** Buckets of a level are 8 of the level below. */
const WIDTH = 8
const LEVELS = [0, 1, 2, 3, 4, 5] as const
const TOP = LEVELS.length - 1

const mark = (level: number, number: number) => `<${level}:${number}`

/** What the words of a post of that bucket say of where it lies. */
export const bucketMarks = (bucket: number): string[] =>
  LEVELS.map(level => mark(level, Math.floor(bucket / WIDTH ** level)))

/** The buckets from that one down: the first, those around, then each step about 8 times as far as the one before. */
export function stepsDownFrom(bucket: number): string[][] {
  const steps: string[][] = []
  let end = bucket + 1
  for (const level of LEVELS) {
    const start = level === TOP ? 0 : Math.max(0, Math.floor((end - WIDTH) / WIDTH) * WIDTH)
    const marks = Array.from({ length: end - start }, (_, index) => mark(level, end - 1 - index))
    steps.push(...(level === 0 ? [marks.slice(0, FIRST), marks.slice(FIRST)] : [marks]).filter(step => step.length > 0))
    if (start === 0) break
    end = start / WIDTH
  }
  return steps
}

/** What the words of a post say of who may come upon it; its visibility is judged when it is found. */
export const PUBLIC_MARK = '<p'
export const spaceMark = (spaceId: string): string => `<s:${spaceId}`
