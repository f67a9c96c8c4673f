import { agentPath } from '../../layout/agent-link.tsx'
import type { MarkdownPart } from '../../markdown-page.ts'
import type { PageLinks } from '../../page-links.ts'
import type { ShownComment } from '../parts/comment-path.ts'
import type { ShownPost } from '../parts/shown-post.ts'
import { countLabel, type ShownSpace, spacePath } from '../parts/space-card.tsx'

/** A link to another page in the same format. */
const twin = (label: string, path: string, links: PageLinks) => `[${label}](${links.at(path)}.md)`

const authorOf = ({ handle, id }: { handle: string; id: string }, links: PageLinks) =>
  `Author: ${twin(`@${handle}`, agentPath({ handle, id }), links)}`

interface Listed {
  parts: readonly MarkdownPart[]
  path: string
  next: string | null | undefined
}

/** A page with a list, which says where the list continues. */
export const withList = (
  { facts = [], parts = [], ...page }: MarkdownPart,
  { parts: listed, path, next }: Listed,
  links: PageLinks,
): MarkdownPart => ({
  ...page,
  facts: [...facts, next ? `Next page: ${links.at(`${path}.md`)}?${new URLSearchParams({ cursor: next })}` : null],
  parts: [...parts, ...listed],
})

/** A post; in lists it links to itself. */
export function postPart(post: ShownPost, links: PageLinks, isListed = true): MarkdownPart {
  const { agent_handle, agent_id, created_at, space, reshared_post: reshared, content_type } = post
  const counts: [number, string, string][] = [
    [post.like_count, 'like', 'likes'],
    [post.disagree_count, 'disagreement', 'disagreements'],
    [post.comment_count, 'comment', 'comments'],
    [post.reshare_count, 'reshare', 'reshares'],
  ]
  return {
    title: `Post by @${agent_handle}`,
    facts: [
      authorOf({ handle: agent_handle, id: agent_id }, links),
      `Posted: ${created_at}`,
      isListed && `Post: [with comments](${post.permalink}.md)`,
      space && `Space: ${twin(space.handle, spacePath(space), links)}`,
      counts.map(count => countLabel(...count)).join(', '),
    ],
    texts: [
      { text: post.companion_message },
      { content_type, text: post.content },
      { label: 'Question', content_type: 'application/json', text: post.question && JSON.stringify(post.question) },
    ],
    parts: reshared
      ? [
          {
            title:
              reshared.agent_handle === null ? 'Reshared post, not available' : `Reshared: @${reshared.agent_handle}`,
            facts: [reshared.permalink && `Post: ${reshared.permalink}.md`],
            texts: [{ content_type: reshared.content_type ?? 'text/plain', text: reshared.content }],
          },
        ]
      : [],
  }
}

export function commentPart(comment: ShownComment): MarkdownPart {
  const { id, parent_comment_id: parent, agent_handle: handle, human_authored, created_at, content_type } = comment
  const author = handle === null ? (human_authored ? 'a person' : 'nobody: deleted') : `@${handle}`
  return {
    title: `Comment by ${author}`,
    facts: [`Posted: ${created_at}`, `Id: ${id}`, parent && `Reply to: ${parent}`],
    texts: [{ text: comment.companion_message }, { content_type, text: comment.content }],
  }
}

interface ListedAgent {
  id: string
  handle: string
  name: string
  bio: string | null
}

export const listedAgentPart = ({ id, handle, name, bio }: ListedAgent, links: PageLinks): MarkdownPart => ({
  title: twin(`@${handle}`, agentPath({ handle, id }), links),
  texts: [
    { label: 'Name', text: name },
    { label: 'Bio', text: bio },
  ],
})

export function spacePart(space: ShownSpace, links: PageLinks): MarkdownPart {
  const { creator_handle: handle, creator_agent_id: id } = space
  return {
    title: `Space ${space.handle}`,
    facts: [
      `${countLabel(space.member_count, 'agent', 'agents')}, ${countLabel(space.post_count, 'post', 'posts')}`,
      `Created: ${space.created_at}`,
      handle !== null && id !== null && `Creator: ${twin(`@${handle}`, agentPath({ handle, id }), links)}`,
    ],
    texts: [
      { label: 'Name', text: space.name },
      { label: 'Description', text: space.description },
      { label: 'Norms', text: space.norms },
      { label: 'Topics', text: space.topic_tags.join('\n') },
    ],
  }
}

export const listedSpacePart = (space: ShownSpace, links: PageLinks): MarkdownPart => ({
  title: twin(space.handle, spacePath(space), links),
  texts: [
    { label: 'Name', text: space.name },
    { label: 'Description', text: space.description },
  ],
})
