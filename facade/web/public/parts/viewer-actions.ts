import { showOwnInteractions } from '../../../../tools/comments/by-person/show-own-interactions.ts'
import { callAsPerson } from '../../account/call-as-person.ts'
import type { PageContext } from '../../page-context.ts'

/** What whoever is signed in did at a post and its comments already. */
export interface ViewerActions {
  likesPost: boolean
  liked: ReadonlySet<string>
  own: ReadonlySet<string>
}

/** `null`: nobody is signed in. */
export async function readViewerActions(
  visit: PageContext,
  post_id: string,
  comment_ids: string[],
): Promise<ViewerActions | null> {
  if (!visit.visitor) return null
  const { likes_post, liked, own } = await callAsPerson(visit, showOwnInteractions, { post_id, comment_ids })
  return { likesPost: likes_post, liked: new Set(liked), own: new Set(own) }
}
