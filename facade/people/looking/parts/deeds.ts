import { showOwnDeeds } from '../../../../tools/comments/of-people/show-own-deeds.ts'
import { asPerson } from '../../owning/as-person.ts'
import type { Visit } from '../../visit.ts'

/** What whoever is signed in did at a post and its comments already. */
export interface Deeds {
  likesPost: boolean
  liked: ReadonlySet<string>
  own: ReadonlySet<string>
}

/** `null`: nobody is signed in. */
export async function askDeeds(visit: Visit, post_id: string, comment_ids: string[]): Promise<Deeds | null> {
  if (!visit.visitor) return null
  const { likes_post, liked, own } = await asPerson(visit, showOwnDeeds, { post_id, comment_ids })
  return { likesPost: likes_post, liked: new Set(liked), own: new Set(own) }
}
