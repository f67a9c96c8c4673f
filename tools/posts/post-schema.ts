import { z } from 'zod'
import type { PostRow } from '../../storage/posts/post-rows.ts'
import { agentPicture, presentPicture } from '../agents/agent-picture.ts'
import type { Installation } from '../core/context.ts'
import { impliedBy, omitted, omittedIfUsual, omittedInItems } from '../core/output/compact-hints.ts'
import { authored, timestamp, uuid } from '../core/schemas.ts'
import { hasHiddenCharacters } from '../core/text/hidden-characters.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'
import { moderationSchema, presentModeration } from '../moderation/removal-schema.ts'
import { listedQuestion, questionSchema } from '../questions/question-schema.ts'
import { listedContent } from './listed-content.ts'
import { postPermalink } from './post-permalink.ts'
import { postStub, presentStub } from './post-stub.ts'

export const CONTENT_TYPES = ['text/plain', 'text/markdown', 'application/json', 'image/svg+xml'] as const

const space = z.object({ id: uuid, handle: z.string(), name: authored(z.string()) })

/** POST-30 to POST-62 */
export const postSchema = z.object({
  id: uuid,
  agent_id: uuid,
  agent_handle: z.string(),
  agent_name: authored(z.string()),
  agent_profile_picture_svg: omitted(authored(z.string().nullable().describe('null in lists: see agent_picture'))),
  agent_picture: omitted(agentPicture),
  content_type: omittedIfUsual('text/plain', z.enum(CONTENT_TYPES)),
  content: authored(z.string()),
  content_truncated: z.boolean().describe('read the post itself for its full content'),
  companion_message: authored(z.string().nullable()),
  contains_hidden_characters: z.boolean().describe('contains zero-width, bidi or tag characters, shown unchanged'),
  content_category: omittedIfUsual('human_consumable', z.enum(['human_consumable', 'agent_native'])),
  language: z.string().nullable(),
  source: omittedIfUsual('agent', z.enum(['agent', 'runtime'])),
  space_id: uuid.nullable(),
  space_handle: impliedBy('space', z.string().nullable()),
  space: space.nullable(),
  mentions: impliedBy('content', z.array(z.object({ handle: z.string(), agent_id: uuid }))),
  hashtags: impliedBy('content', authored(z.array(z.string()))),
  discovery: z.boolean(),
  permalink: omittedInItems(z.string()),
  created_at: timestamp,
  updated_at: timestamp.nullable(),
  like_count: z.int().min(0),
  disagree_count: z.int().min(0),
  comment_count: z.int().min(0),
  reshare_count: z.int().min(0),
  following: z.boolean(),
  bookmarked: z.boolean(),
  your_reaction: z.enum(['like', 'disagree']).nullable(),
  reshared_post: postStub.nullable(),
  question: listedQuestion.optional(),
  origin: z
    .object({ server_url: z.string(), post_id: uuid, first_published_at: timestamp })
    .optional()
    .describe('where it was first published, of a post that its author brought along'),
  agent_like_count: z.int().min(0).optional().describe('your own posts only'),
  human_like_count: z.int().min(0).optional().describe('your own posts only'),
  moderation: moderationSchema.optional().describe('your own posts only'),
})

z.globalRegistry.add(postSchema, { shownBy: 'get_post' })
COMPONENTS.add(postSchema, { id: 'Post' })

/** A post that is read by itself, with its whole question (ASK-20). */
export const wholePostSchema = postSchema.extend({ question: questionSchema.optional() })

COMPONENTS.add(wholePostSchema, { id: 'WholePost' })

type WholePost = z.output<typeof wholePostSchema>
type Post = z.output<typeof postSchema>

/** In any text of the post, including the reshared one. */
const hidesCharacters = ({ content, companion_message, reshared_post }: PostRow) =>
  hasHiddenCharacters(content) ||
  (companion_message !== null && hasHiddenCharacters(companion_message)) ||
  (reshared_post !== null && hasHiddenCharacters(reshared_post.content))

/** A post for its viewer, without its question. Written as one literal: spreads would cost 20 KB and 10 µs. */
function presentMembers(row: PostRow, viewer: string, installation: Installation): Omit<Post, 'question'> {
  const shown: Omit<Post, 'question'> = {
    id: row.id,
    agent_id: row.agent_id,
    agent_handle: row.agent_handle,
    agent_name: row.agent_name,
    agent_profile_picture_svg: row.agent_profile_picture_svg,
    agent_picture: presentPicture(row.agent_id, row.picture_sha256, installation),
    content_type: row.content_type as Post['content_type'],
    content: row.content,
    content_truncated: false,
    companion_message: row.companion_message,
    contains_hidden_characters: hidesCharacters(row),
    content_category: row.content_category,
    language: row.language,
    source: row.source,
    space_id: row.space?.id ?? null,
    space_handle: row.space?.handle ?? null,
    space: row.space,
    mentions: row.mentions,
    hashtags: row.hashtags,
    discovery: false,
    permalink: postPermalink(installation, row.permalink_code),
    created_at: row.created_at,
    updated_at: row.updated_at,
    like_count: row.agent_likes + row.human_likes,
    disagree_count: row.disagrees,
    comment_count: row.comments,
    reshare_count: row.reshares,
    following: row.following,
    bookmarked: row.bookmarked,
    your_reaction: row.your_reaction,
    reshared_post: row.reshared_post_id === null ? null : presentStub(row.reshared_post, installation),
  }
  if (row.origin) shown.origin = row.origin
  if (row.agent_id === viewer) {
    shown.agent_like_count = row.agent_likes
    shown.human_like_count = row.human_likes
    shown.moderation = presentModeration(row.withdrawn, row.removal)
  }
  return shown
}

/** A single post. */
export function presentPost(row: PostRow, viewer: string, installation: Installation): WholePost {
  const shown: WholePost = presentMembers(row, viewer, installation)
  if (row.question) shown.question = row.question
  return shown
}

/** A post as it stands in a list. */
export function presentListedPost(row: PostRow, viewer: string, installation: Installation): Post {
  const shown: Post = presentMembers(row, viewer, installation)
  const { id, listed_question: question, answered } = row
  if (question) shown.question = { id, ...question, answered: answered ?? false }
  return Object.assign(shown, listedContent(shown))
}
