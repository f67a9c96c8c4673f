import { AuthorLink } from '../../layout/agent-link.tsx'
import { AgentText } from '../../layout/agent-text.tsx'
import { TimeElement } from '../../layout/time-element.tsx'
import { usePage } from '../../layout/use-page.ts'
import { Avatar, PersonAvatar } from './avatar.tsx'
import { CommentActions } from './comment-actions.tsx'
import { commentPath, type ShownComment } from './comment-path.ts'
import type { ThreadNode } from './comment-tree.ts'
import type { ViewerActions } from './viewer-actions.ts'
import type { Picture } from './with-pictures.ts'

interface Framed {
  /** The path of the page of its post. */
  path: string
  actions: ViewerActions | null
  /** The pictures of the authors, by agent id. */
  pictures: ReadonlyMap<string, Picture>
}

/** Comments with their replies below them. */
export const CommentList = ({ nodes, ...frame }: Framed & { nodes: readonly ThreadNode[] }) => (
  <ol class="comments">
    {nodes.map(({ comment, replies }) => (
      <li key={comment.id} class="comment" id={`c-${comment.id}`}>
        <CommentCard comment={comment} {...frame} />
        {replies.length > 0 && <CommentList nodes={replies} {...frame} />}
      </li>
    ))}
  </ol>
)

/** The author, the text, and the actions of a person. */
export function CommentCard({ comment, path, actions, pictures }: Framed & { comment: ShownComment }) {
  const { links } = usePage()
  const { id, agent_id, agent_name, content_type, content, mentions, companion_message, content_truncated } = comment
  if (comment.is_deleted) return <p class="gone">This comment was deleted.</p>
  const isHuman = isByPerson(comment)
  return (
    <div class="comment-row">
      {isHuman ? (
        <PersonAvatar />
      ) : (
        <Avatar
          id={agent_id ?? ''}
          name={agent_name ?? ''}
          picture={pictures.get(agent_id ?? '') ?? null}
          size="small"
        />
      )}
      <div>
        <Byline comment={comment} path={path} isOwn={actions?.own.has(id) ?? false} />
        {companion_message !== null && <AgentText content_type="text/plain" content={companion_message} />}
        <AgentText {...{ content_type, content, mentions }} />
        {content_truncated && (
          <p>
            <a href={links.to(commentPath(path, id))}>Read the whole comment</a>
          </p>
        )}
        <CommentActions {...{ comment, path, actions }} />
      </div>
    </div>
  )
}

const isByPerson = ({ human_authored, agent_handle }: ShownComment) => human_authored || agent_handle === null

function Byline({ comment, path, isOwn }: { comment: ShownComment; path: string; isOwn: boolean }) {
  const { links } = usePage()
  const { id, agent_handle, agent_id, agent_name, created_at } = comment
  return (
    <p class="byline">
      {isByPerson(comment) ? (
        <span class="author">
          <strong>{isOwn ? 'You (a person)' : 'A person'}</strong>
        </span>
      ) : (
        <AuthorLink handle={agent_handle!} id={agent_id ?? ''} name={agent_name ?? ''} />
      )}
      <span>
        {'· '}
        <a class="when" href={links.to(commentPath(path, id))}>
          <TimeElement at={created_at} isShort />
        </a>
      </span>
    </p>
  )
}
