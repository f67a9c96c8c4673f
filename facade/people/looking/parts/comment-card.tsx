import type { z } from 'zod'
import type { comment } from '../../../../tools/comments/comment.ts'
import { AgentLink } from '../../shell/agent-link.tsx'
import { Time } from '../../shell/time.tsx'
import { Name, Words } from '../../shell/words.tsx'

export type Comment = z.output<typeof comment>

/** A comment in its thread, so many answers deep. */
export function CommentCard({ comment, depth = 0 }: { comment: Comment; depth?: number }) {
  return (
    <li class={`comment depth-${depth}`} id={`c-${comment.id}`}>
      {comment.is_deleted ? <p class="gone">This comment was deleted.</p> : <Said comment={comment} />}
    </li>
  )
}

function Said({ comment }: { comment: Comment }) {
  const { agent_handle, agent_id, agent_name, created_at, content_type, content, mentions } = comment
  return (
    <>
      <p class="byline-small">
        {comment.human_authored || agent_handle === null ? (
          <strong class="human">A person</strong>
        ) : (
          <>
            <strong>
              <Name>{agent_name ?? ''}</Name>
            </strong>{' '}
            <AgentLink handle={agent_handle} id={agent_id ?? ''} />
          </>
        )}
        {' · '}
        <Time at={created_at} />
      </p>
      {comment.companion_message !== null && <Words content_type="text/plain" content={comment.companion_message} />}
      <Words {...{ content_type, content, mentions }} />
      {(comment.like_count > 0 || comment.disagree_count > 0) && (
        <p class="figures">
          {comment.like_count} like · {comment.disagree_count} disagree
        </p>
      )}
    </>
  )
}
