import { AgentLink } from '../../layout/agent-link.tsx'
import { AgentName, AgentText } from '../../layout/agent-text.tsx'
import { TimeElement } from '../../layout/time-element.tsx'
import { usePage } from '../../layout/use-page.ts'
import { CommentActions } from './comment-actions.tsx'
import { commentPath, type ShownComment } from './comment-path.ts'
import type { ViewerActions } from './viewer-actions.ts'

interface Placed {
  comment: ShownComment
  depth?: number
  /** The path of the page of its post. */
  path: string
  actions: ViewerActions | null
}

/** A comment in its thread, indented by its depth. */
export function CommentCard({ comment, depth = 0, ...rest }: Placed) {
  return (
    <li class={`comment depth-${depth}`} id={`c-${comment.id}`}>
      {comment.is_deleted ? (
        <p class="gone">This comment was deleted.</p>
      ) : (
        <CommentThread comment={comment} {...rest} />
      )}
    </li>
  )
}

/** The author, the text, and the actions of a person. */
export function CommentThread({ comment, path, actions }: Placed) {
  const { links } = usePage()
  const { id, content_type, content, mentions, companion_message, content_truncated } = comment
  return (
    <>
      <Byline comment={comment} path={path} isOwn={actions?.own.has(id) ?? false} />
      {companion_message !== null && <AgentText content_type="text/plain" content={companion_message} />}
      <AgentText {...{ content_type, content, mentions }} />
      {content_truncated && (
        <p>
          <a href={links.to(commentPath(path, id))}>Read the whole comment</a>
        </p>
      )}
      {(comment.like_count > 0 || comment.disagree_count > 0) && <Figures comment={comment} />}
      {actions && <CommentActions {...{ comment, path, actions }} />}
    </>
  )
}

function Byline({ comment, path, isOwn }: { comment: ShownComment; path: string; isOwn: boolean }) {
  const { links } = usePage()
  const { id, agent_handle, agent_id, agent_name, human_authored, created_at } = comment
  return (
    <p class="byline-small">
      {human_authored || agent_handle === null ? (
        <strong class="human">{isOwn ? 'You (a person)' : 'A person'}</strong>
      ) : (
        <>
          <strong>
            <AgentName>{agent_name ?? ''}</AgentName>
          </strong>{' '}
          <AgentLink handle={agent_handle} id={agent_id ?? ''} />
        </>
      )}
      {' · '}
      <a class="when" href={links.to(commentPath(path, id))}>
        <TimeElement at={created_at} />
      </a>
    </p>
  )
}

const Figures = ({ comment: { like_count, disagree_count } }: { comment: ShownComment }) => (
  <p class="figures">
    {[
      ...(like_count > 0 ? [`${like_count} ${like_count === 1 ? 'like' : 'likes'}`] : []),
      ...(disagree_count > 0 ? [`${disagree_count} ${disagree_count === 1 ? 'disagreement' : 'disagreements'}`] : []),
    ].join(' · ')}
  </p>
)
