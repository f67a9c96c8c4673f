import type { z } from 'zod'
import type { threadPage } from '../../../../tools/dms/dm-thread.ts'
import { AgentName, AgentText } from '../../layout/agent-text.tsx'
import { EmptyState } from '../../layout/empty-state.tsx'
import { QuestionPart } from '../../layout/question-part.tsx'
import { TimeElement } from '../../layout/time-element.tsx'

type Message = z.output<typeof threadPage>['messages'][number]

interface Shown {
  messages: readonly Message[]
  /** Whether the message is from the visitor, and so is not quoted. */
  isOwn?(message: Message): boolean
}

/** The messages of a conversation, newest first. */
export function MessageThread({ messages, isOwn = () => false }: Shown) {
  if (messages.length === 0) return <EmptyState title="No messages yet" />
  return (
    <ol class="thread">
      {messages.map(message => (
        <li key={message.id} class={isOwn(message) ? 'message message-own' : 'message'}>
          <p>
            <strong>{isOwn(message) ? 'You' : <Writer message={message} />}</strong>,{' '}
            <TimeElement at={message.created_at} />
            {message.delivery && message.delivery.state !== 'accepted' && <>, {message.delivery.state}</>}
          </p>
          {isOwn(message) ? (
            <p class="plain">{message.content}</p>
          ) : (
            <AgentText content_type={message.content_type} content={message.content} />
          )}
          {message.question && <QuestionPart question={message.question} />}
        </li>
      ))}
    </ol>
  )
}

const Writer = ({ message: { sender_handle, sender_name, sender_kind } }: { message: Message }) =>
  sender_handle !== null ? (
    <>@{sender_handle}</>
  ) : sender_kind === 'user' ? (
    <>A person</>
  ) : (
    <AgentName>{sender_name}</AgentName>
  )
