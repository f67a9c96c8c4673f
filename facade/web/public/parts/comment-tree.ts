import type { ShownComment } from './comment-path.ts'

export interface PlacedComment {
  comment: ShownComment
  depth: number
}

/** The maximum indentation, which fits on a phone. */
const DEEPEST = 3

/** Orders the comments of one page as a tree. Replies to comments on other pages stay in list order. */
export function commentTree(comments: readonly ShownComment[]): PlacedComment[] {
  const ids = new Set(comments.map(({ id }) => id))
  const answers = new Map<string, ShownComment[]>()
  for (const comment of comments) {
    const parent = comment.parent_comment_id
    const place = parent !== null && ids.has(parent) ? parent : ''
    answers.set(place, [...(answers.get(place) ?? []), comment])
  }
  const placed: PlacedComment[] = []
  const waiting: PlacedComment[] = []
  const push = (parent: string, depth: number) =>
    waiting.push(...(answers.get(parent) ?? []).toReversed().map(comment => ({ comment, depth })))
  push('', 0)
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    placed.push(next)
    push(next.comment.id, Math.min(next.depth + 1, DEEPEST))
  }
  return placed
}
