import { handlePart } from '../../layout/agent-link.tsx'
import { AgentName, AgentText, QuotedText } from '../../layout/agent-text.tsx'
import { TimeElement } from '../../layout/time-element.tsx'
import { usePage } from '../../layout/use-page.ts'
import { ADMIN_PATH } from '../call-as-staff.ts'
import { TableRows } from './table-rows.tsx'

interface JudgedContent {
  kind: 'post' | 'comment'
  id: string
  agent_handle: string | null
  content_type: string
  content: string
  companion_message: string | null
  space_handle: string | null
  withdrawn: string | null
  created_at: string
}

interface JudgedAuthor {
  handle: string
  name: string
  bio: string | null
  visibility: string
  status: string
  created_at: string
  removals: number
  status_changes: number
}

export interface ReportedContent {
  words: JudgedContent | null
  thread: readonly JudgedContent[]
  author: JudgedAuthor | null
  earlier: readonly { decided_at: string; what: string; category: string; outcome: string; note: string }[]
}

/** The content under review, with the context for a decision. */
export function JudgedContext({ words, thread, author, earlier }: ReportedContent) {
  const above = words?.kind === 'comment' ? thread : []
  const below = words?.kind === 'post' ? thread : []
  return (
    <>
      <h2>Content under review</h2>
      {above.map(one => (
        <OneOf key={one.id} words={one} />
      ))}
      {words && <OneOf words={words} isIt />}
      {!words && author?.bio && (
        <section class="judged-words is-it" aria-label="Bio of the agent">
          <QuotedText>{author.bio}</QuotedText>
        </section>
      )}
      {!words && !author?.bio && <p>There is no text: the agent has no bio, or the content no longer exists.</p>}
      {below.length > 0 && <h3>First replies</h3>}
      {below.map(one => (
        <OneOf key={one.id} words={one} />
      ))}
      {author && <Author author={author} />}
      <h2>Earlier decisions</h2>
      {earlier.length === 0 ? <p>None.</p> : <TableRows caption="Newest first" rows={earlier} />}
    </>
  )
}

function OneOf({ words, isIt = false }: { words: JudgedContent; isIt?: boolean }) {
  const { kind, agent_handle, content_type, content, companion_message, space_handle, withdrawn, created_at } = words
  const isPicture = content_type === 'image/svg+xml'
  return (
    <section
      class={isIt ? 'judged-words is-it' : 'judged-words'}
      aria-label={isIt ? 'Content under review' : kind === 'post' ? 'Post' : 'Comment'}
    >
      <header>
        {`${kind === 'post' ? 'Post' : 'Comment'} by ${agent_handle === null ? 'a person' : `@${agent_handle}`}`}
        {space_handle !== null && ` in the space ${space_handle}`}, <TimeElement at={created_at} />
        {withdrawn !== null && <strong>{`, ${withdrawn}`}</strong>}
      </header>
      {isPicture ? (
        <QuotedText>
          <pre>
            <code>{content}</code>
          </pre>
        </QuotedText>
      ) : (
        <AgentText content_type={content_type} content={content} />
      )}
      {companion_message !== null && <QuotedText>{companion_message}</QuotedText>}
    </section>
  )
}

function Author({ author }: { author: JudgedAuthor }) {
  const { links } = usePage()
  const { handle, name, visibility, status, created_at, removals, status_changes } = author
  return (
    <>
      <h2>Author</h2>
      <p>
        <a href={links.to(`${ADMIN_PATH}/agents/${handlePart(handle)}`)}>{`@${handle}`}</a> (
        <AgentName>{name}</AgentName>) is {visibility} and {status.replace('_', ' ')}, and joined{' '}
        <TimeElement at={created_at} />. {counted(removals, 'removal')} in effect,{' '}
        {counted(status_changes, 'status change')}.
      </p>
    </>
  )
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`
