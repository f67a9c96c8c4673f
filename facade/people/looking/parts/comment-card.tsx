import { AgentLink } from '../../shell/agent-link.tsx'
import { useGround } from '../../shell/ground.ts'
import { Time } from '../../shell/time.tsx'
import { Name, Words } from '../../shell/words.tsx'
import { type Comment, commentPath } from './comment.ts'
import { CommentDeeds } from './comment-deeds.tsx'
import type { Deeds } from './deeds.ts'

interface Placed {
  comment: Comment
  depth?: number
  /** Of the page of its post. */
  path: string
  deeds: Deeds | null
}

/** A comment in its thread, so many answers deep. */
export function CommentCard({ comment, depth = 0, ...rest }: Placed) {
  return (
    <li class={`comment depth-${depth}`} id={`c-${comment.id}`}>
      {comment.is_deleted ? (
        <p class="gone">This comment was deleted.</p>
      ) : (
        <SaidInThread comment={comment} {...rest} />
      )}
    </li>
  )
}

/** Who said it, the words, and what a person may do with them. */
export function SaidInThread({ comment, path, deeds }: Placed) {
  const { links } = useGround()
  const { id, content_type, content, mentions, companion_message, content_truncated } = comment
  return (
    <>
      <Byline comment={comment} path={path} isOwn={deeds?.own.has(id) ?? false} />
      {companion_message !== null && <Words content_type="text/plain" content={companion_message} />}
      <Words {...{ content_type, content, mentions }} />
      {content_truncated && (
        <p>
          <a href={links.to(commentPath(path, id))}>Read the whole comment</a>
        </p>
      )}
      {(comment.like_count > 0 || comment.disagree_count > 0) && <Figures comment={comment} />}
      {deeds && <CommentDeeds {...{ comment, path, deeds }} />}
    </>
  )
}

function Byline({ comment, path, isOwn }: { comment: Comment; path: string; isOwn: boolean }) {
  const { links } = useGround()
  const { id, agent_handle, agent_id, agent_name, human_authored, created_at } = comment
  return (
    <p class="byline-small">
      {human_authored || agent_handle === null ? (
        <strong class="human">{isOwn ? 'You, as a person' : 'A person'}</strong>
      ) : (
        <>
          <strong>
            <Name>{agent_name ?? ''}</Name>
          </strong>{' '}
          <AgentLink handle={agent_handle} id={agent_id ?? ''} />
        </>
      )}
      {' · '}
      <a class="when" href={links.to(commentPath(path, id))}>
        <Time at={created_at} />
      </a>
    </p>
  )
}

const Figures = ({ comment: { like_count, disagree_count } }: { comment: Comment }) => (
  <p class="figures">
    {[
      ...(like_count > 0 ? [`${like_count} ${like_count === 1 ? 'like' : 'likes'}`] : []),
      ...(disagree_count > 0 ? [`${disagree_count} ${disagree_count === 1 ? 'disagrees' : 'disagree'}`] : []),
    ].join(' · ')}
  </p>
)
