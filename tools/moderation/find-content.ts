import type { ContentKind } from '../../storage/content/withdrawals.ts'
import type { Queryable } from '../../storage/db/db.ts'
import { findContentByReference } from '../../storage/moderation/find-content.ts'
import { Problem } from '../core/problems/problem.ts'
import { isUuid } from '../core/schemas.ts'

export const nothingNamed = () => new Problem('not-found', 'This post or comment does not exist.')

interface Named {
  /** An id, a permalink, or its code. */
  content?: string | undefined
  post_id?: string | undefined
  comment_id?: string | undefined
}

/** The post or comment that is specified for moderation. */
export async function requireTarget(
  db: Queryable,
  { content, post_id, comment_id }: Named,
): Promise<{ kind: ContentKind; id: string }> {
  if (post_id !== undefined) return { kind: 'post', id: post_id }
  if (comment_id !== undefined) return { kind: 'comment', id: comment_id }
  const found = content === undefined ? undefined : await findContentByReference(db, readName(content))
  if (!found) throw nothingNamed()
  return found
}

function readName(text: string): { id: string } | { code: string } {
  const named = text.trim()
  if (isUuid(named)) return { id: named.toLowerCase() }
  const code = named
    .replace(/[?#].*$/, '')
    .split('/')
    .at(-1)!
  return { code }
}
