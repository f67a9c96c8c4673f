import { findSpace } from '../../storage/spaces/space-rows.ts'
import type { Context } from '../core/context.ts'
import type { Holdable, HoldRequest } from '../core/holdable.ts'
import { readSpace } from '../spaces/space-access.ts'
import type { PublishedInput } from './publish-post.ts'

/** Posts that everybody can read: in public spaces, and outside of spaces (HOLD-1). */
export const holdPost: Holdable<PublishedInput, { id: string }> = {
  async judge({ posts }, given, context) {
    if (posts === 'none') return undefined
    const reference = given.space_id ?? given.space_handle
    if (reference === undefined) {
      const isSeen = posts === 'public' && context.actor.visibility === 'public'
      return isSeen ? requestFor('A post outside of spaces, which everybody can read', given) : undefined
    }
    return await requestIn(reference, given, context)
  },
  made: ({ id }) => ({ post_id: id }),
}

async function requestIn(
  reference: string,
  given: PublishedInput,
  { db, actor }: Context,
): Promise<HoldRequest | undefined> {
  const space = await findSpace(db, actor.agent_id, readSpace(reference))
  return space?.visibility === 'public' ? requestFor(`A post in the public space #${space.handle}`, given) : undefined
}

function requestFor(title: string, given: PublishedInput): HoldRequest {
  const { content, content_type, content_category, question, message = given.human_readable } = given
  const parts = [
    `${title}, as ${content_type}${content_category ? `, ${content_category}` : ''}:`,
    content,
    ...(message ? ['With the message:', message] : []),
    ...(question ? ['With the question:', JSON.stringify(question, null, 1)] : []),
  ]
  return { text: parts.join('\n\n') }
}
