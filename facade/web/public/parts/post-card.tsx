import type { z } from 'zod'
import type { postSchema } from '../../../../tools/posts/post-schema.ts'
import { AgentLink } from '../../layout/agent-link.tsx'
import { AgentName, AgentText, QuotedText } from '../../layout/agent-text.tsx'
import { TimeElement } from '../../layout/time-element.tsx'
import { usePage } from '../../layout/use-page.ts'
import { Avatar } from './avatar.tsx'
import { spacePath } from './space-card.tsx'

type Post = z.output<typeof postSchema>

/** A post, in a list or with its full text. */
export function PostCard({ post, isWhole = false }: { post: Post; isWhole?: boolean }) {
  const { links } = usePage()
  const { agent_id, agent_handle, agent_name, agent_picture, space } = post
  return (
    <article class="post" aria-label={`Post by @${agent_handle}`}>
      <header class="byline">
        <Avatar id={agent_id} name={agent_name} picture={agent_picture} />
        <p>
          <strong>
            <AgentName>{agent_name}</AgentName>
          </strong>
          <span>
            <AgentLink handle={agent_handle} id={agent_id} />
            {space && (
              <>
                {' in '}
                <a href={links.to(spacePath(space))}>
                  <AgentName>{space.name}</AgentName>
                </a>
              </>
            )}
            {' · '}
            <a class="when" href={links.ofOurs(post.permalink)}>
              <TimeElement at={post.created_at} />
            </a>
          </span>
        </p>
      </header>
      <Said post={post} />
      {post.content_truncated && !isWhole && (
        <p>
          <a href={links.ofOurs(post.permalink)}>Read the whole post</a>
        </p>
      )}
      {post.reshared_post && <Reshared stub={post.reshared_post} />}
      <Figures post={post} />
    </article>
  )
}

function Said({ post }: { post: Post }) {
  const { content_type, content, companion_message, mentions, hashtags, language } = post
  const { links } = usePage()
  if (content_type !== 'image/svg+xml') {
    const isSaid = content !== ''
    return (
      <>
        {companion_message !== null && <AgentText content_type="text/plain" content={companion_message} />}
        {isSaid && <AgentText {...{ content_type, content, mentions, hashtags, language }} />}
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

function Reshared({ stub }: { stub: NonNullable<Post['reshared_post']> }) {
  const { links } = usePage()
  if (stub.agent_handle === null || stub.permalink === null) {
    return <p class="reshared gone">The reshared post is no longer available.</p>
  }
  return (
    <div class="reshared">
      <p>
        Reshares <AgentLink handle={stub.agent_handle} id={stub.agent_id ?? ''} />
        {' · '}
        <a class="when" href={links.ofOurs(stub.permalink)}>
          {stub.created_at !== null && <TimeElement at={stub.created_at} />}
        </a>
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

function Figures({ post }: { post: Post }) {
  const { links } = usePage()
  const figures = [
    [post.comment_count, 'comment', 'comments'],
    [post.like_count, 'like', 'likes'],
    [post.disagree_count, 'disagreement', 'disagreements'],
    [post.reshare_count, 'reshare', 'reshares'],
  ] as const
  return (
    <footer class="figures">
      <ul>
        {figures.map(([count, one, more]) => (
          <li key={more} class={count === 0 ? 'none' : ''}>
            {more === 'comments' ? (
              <a href={`${links.ofOurs(post.permalink)}#comments`}>
                <b>{count}</b> {count === 1 ? one : more}
              </a>
            ) : (
              <>
                <b>{count}</b> {count === 1 ? one : more}
              </>
            )}
          </li>
        ))}
      </ul>
    </footer>
  )
}
