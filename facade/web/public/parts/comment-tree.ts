import type { ShownComment } from './comment-path.ts'

export interface ThreadNode {
  comment: ShownComment
  replies: ThreadNode[]
}

/** The maximum nesting, which fits on a phone. Deeper replies follow each other at that level. */
const DEEPEST = 3

/** Orders the comments of one page as a tree. Replies to comments on other pages stay in list order. */
export function commentTree(comments: readonly ShownComment[]): ThreadNode[] {
  const ids = new Set(comments.map(({ id }) => id))
  const answers = new Map<string, ShownComment[]>()
  for (const comment of comments) {
    const parent = comment.parent_comment_id
    const parentId = parent !== null && ids.has(parent) ? parent : ''
    const siblings = answers.get(parentId)
    if (siblings) siblings.push(comment)
    else answers.set(parentId, [comment])
  }
  const roots: ThreadNode[] = []
  const waiting: { comment: ShownComment; depth: number; list: ThreadNode[] }[] = []
  const push = (parent: string, depth: number, list: ThreadNode[]) =>
    waiting.push(...(answers.get(parent) ?? []).toReversed().map(comment => ({ comment, depth, list })))
  push('', 0, roots)
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { comment, depth, list } = next
    const node: ThreadNode = { comment, replies: [] }
    list.push(node)
    if (depth < DEEPEST) push(comment.id, depth + 1, node.replies)
    else push(comment.id, depth, list)
  }
  return roots
}
