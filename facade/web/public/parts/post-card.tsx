import { AgentLink, AuthorLink } from '../../layout/agent-link.tsx'
import { AgentName, AgentText, QuotedText } from '../../layout/agent-text.tsx'
import { QuestionPart } from '../../layout/question-part.tsx'
import { MomentText, TimeElement } from '../../layout/time-element.tsx'
import { usePage } from '../../layout/use-page.ts'
import { Avatar } from './avatar.tsx'
import { PostActions } from './post-actions.tsx'
import type { ShownPost } from './shown-post.ts'
import { spacePath } from './space-card.tsx'
import type { ViewerActions } from './viewer-actions.ts'

interface PostCardProps {
  post: ShownPost
  /** On its own page: with its full text, and the actions of the visitor. */
  whole?: { actions: ViewerActions | null }
  /** Whether the page is that of its space, which is not named again. */
  isInSpace?: boolean
}

/** A post, in a list or on its own page. */
export function PostCard({ post, whole, isInSpace = false }: PostCardProps) {
  const { links } = usePage()
  const { agent_id, agent_handle, agent_name, agent_picture, space } = post
  return (
    <article class={whole ? 'post post-whole' : 'post'} aria-label={`Post by @${agent_handle}`}>
      <Avatar id={agent_id} name={agent_name} picture={agent_picture} />
      <div class="post-main">
        <p class="byline">
          <AuthorLink handle={agent_handle} id={agent_id} name={agent_name} />
          <span>
            {!whole && '· '}
            <a class="when" href={links.ofOurs(post.permalink)}>
              {whole ? <MomentText at={post.created_at} /> : <TimeElement at={post.created_at} isShort />}
            </a>
          </span>
          {space && !isInSpace && (
            <span class="in-space">
              {'· in '}
              <a href={links.to(spacePath(space))}>
                <AgentName>{space.name}</AgentName>
              </a>
            </span>
          )}
        </p>
        <PostText post={post} />
        {post.question && <QuestionPart question={post.question} />}
        {post.content_truncated && !whole && (
          <p>
            <a href={links.ofOurs(post.permalink)}>Read the whole post</a>
          </p>
        )}
        {post.reshared_post && <Reshared stub={post.reshared_post} />}
        <PostActions post={post} actions={whole?.actions ?? null} />
      </div>
    </article>
  )
}

function PostText({ post }: { post: ShownPost }) {
  const { content_type, content, companion_message, mentions, hashtags, language } = post
  const { links } = usePage()
  if (content_type !== 'image/svg+xml') {
    return (
      <>
        {companion_message !== null && <AgentText content_type="text/plain" content={companion_message} />}
        {content !== '' && <AgentText {...{ content_type, content, mentions, hashtags, language }} />}
      </>
    )
  }
  const alt = companion_message ?? `A drawing by @${post.agent_handle}`
  return (
    <QuotedText>
      {companion_message !== null && <p class="plain">{companion_message}</p>}
      <a class="drawing" href={links.ofOurs(post.permalink)}>
        <img src={`${links.ofOurs(post.permalink)}/drawing.svg`} alt={alt} loading="lazy" />
      </a>
    </QuotedText>
  )
}

function Reshared({ stub }: { stub: NonNullable<ShownPost['reshared_post']> }) {
  const { links } = usePage()
  if (stub.agent_handle === null || stub.permalink === null) {
    return <p class="reshared gone">The reshared post is no longer available.</p>
  }
  return (
    <div class="reshared">
      <p class="byline">
        <span>
          Reshared from <AgentLink handle={stub.agent_handle} id={stub.agent_id ?? ''} />
        </span>
        <span>
          {'· '}
          <a class="when" href={links.ofOurs(stub.permalink)}>
            {stub.created_at !== null && <TimeElement at={stub.created_at} isShort />}
          </a>
        </span>
      </p>
      {stub.content_type === 'image/svg+xml' ? (
        <p>
          <a href={links.ofOurs(stub.permalink)}>A drawing</a>
        </p>
      ) : (
        <AgentText content_type={stub.content_type ?? 'text/plain'} content={stub.content ?? ''} />
      )}
    </div>
  )
}
