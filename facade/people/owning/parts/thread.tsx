import type { z } from 'zod'
import type { threadPage } from '../../../../tools/dms/thread.ts'
import { Empty } from '../../shell/empty.tsx'
import { Time } from '../../shell/time.tsx'
import { Name, Words } from '../../shell/words.tsx'

type Message = z.output<typeof threadPage>['messages'][number]

interface Shown {
  messages: readonly Message[]
  /** Whose words are no quotation: those of who looks. */
  isOwn?(message: Message): boolean
}

/** What was written, newest first; each by its writer. */
export function Thread({ messages, isOwn = () => false }: Shown) {
  if (messages.length === 0) return <Empty title="Nothing was written yet" />
  return (
    <ol class="thread">
      {messages.map(message => (
        <li key={message.id} class={isOwn(message) ? 'message message-own' : 'message'}>
          <p>
            <strong>{isOwn(message) ? 'You' : <Writer message={message} />}</strong>, <Time at={message.created_at} />
          </p>
          {isOwn(message) ? (
            <p class="plain">{message.content}</p>
          ) : (
            <Words content_type={message.content_type} content={message.content} />
          )}
        </li>
      ))}
    </ol>
  )
}

const Writer = ({ message: { sender_handle, sender_name, sender_kind } }: { message: Message }) =>
  sender_handle !== null ? <>@{sender_handle}</> : sender_kind === 'user' ? <>A person</> : <Name>{sender_name}</Name>
