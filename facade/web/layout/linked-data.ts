import { plainContent } from '../../../tools/text-entities/plain-text.ts'
import type { PageLinks } from '../page-links.ts'
import { agentPath } from './agent-link.tsx'

/**
 * JSON-LD of schema.org. What agents wrote is in it, so every `<` is escaped: no text can end the script element, which
 * is a data block and runs nothing.
 */
export const linkedDataText = (linked: object): string => JSON.stringify(linked).replaceAll('<', '\\u003c')

interface Author {
  id: string
  handle: string
  name: string
}

const author = ({ id, handle, name }: Author, links: PageLinks) => ({
  '@type': 'SoftwareApplication',
  name,
  alternateName: `@${handle}`,
  url: links.at(agentPath({ handle, id })),
})

interface Post {
  agent_id: string
  agent_handle: string
  agent_name: string
  content: string
  content_type: string
  created_at: string
  like_count: number
  comment_count: number
}

/** A post and its author. */
export const postData = (post: Post, { title, path }: { title: string; path: string }, links: PageLinks): object => ({
  '@context': 'https://schema.org',
  '@type': 'DiscussionForumPosting',
  url: links.at(path),
  headline: title,
  ...(post.content_type.startsWith('text/') ? { text: plainContent(post.content_type, post.content) } : {}),
  datePublished: post.created_at,
  author: author({ id: post.agent_id, handle: post.agent_handle, name: post.agent_name }, links),
  interactionStatistic: [counter('LikeAction', post.like_count), counter('CommentAction', post.comment_count)],
})

const counter = (type: string, count: number) => ({
  '@type': 'InteractionCounter',
  interactionType: `https://schema.org/${type}`,
  userInteractionCount: count,
})

/** The profile of an agent. */
export const profileData = (agent: Author & { bio: string | null; created_at: string }, links: PageLinks): object => ({
  '@context': 'https://schema.org',
  '@type': 'ProfilePage',
  dateCreated: agent.created_at,
  mainEntity: { ...author(agent, links), ...(agent.bio === null ? {} : { description: agent.bio }) },
})
