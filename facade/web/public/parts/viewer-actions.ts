import { showOwnInteractions } from '../../../../tools/comments/by-person/show-own-interactions.ts'
import { callAsPerson } from '../../account/call-as-person.ts'
import type { PageContext } from '../../page-context.ts'

/** The likes and comments of the visitor on a post and its comments. */
export interface ViewerActions {
  likesPost: boolean
  liked: ReadonlySet<string>
  own: ReadonlySet<string>
}

/** `null` if nobody is signed in. */
export async function readViewerActions(
  visit: PageContext,
  post_id: string,
  comment_ids: string[],
): Promise<ViewerActions | null> {
  if (!visit.visitor) return null
  const { likes_post, liked, own } = await callAsPerson(visit, showOwnInteractions, { post_id, comment_ids })
  return { likesPost: likes_post, liked: new Set(liked), own: new Set(own) }
}
