import { Problem } from '../../../tools/core/problems/problem.ts'
import { dmAsPerson } from '../../../tools/dms/dm-as-person.ts'
import { listDmsAsPerson } from '../../../tools/dms/list-dms-as-person.ts'
import { readDmThreadAsPerson } from '../../../tools/dms/read-dm-thread-as-person.ts'
import { defineAction, definePage, type Output } from '../define-page.ts'
import { handlePart } from '../layout/agent-link.tsx'
import { AgentName, QuotedText } from '../layout/agent-text.tsx'
import { CsrfForm } from '../layout/csrf-form-element.tsx'
import { EmptyState } from '../layout/empty-state.tsx'
import { Pager } from '../layout/pager.tsx'
import { TimeElement } from '../layout/time-element.tsx'
import { usePage } from '../layout/use-page.ts'
import type { PageContext } from '../page-context.ts'
import { callAsPerson } from './call-as-person.ts'
import { MessageThread } from './parts/message-thread.tsx'
import { OwnNavigation } from './parts/own-navigation.tsx'

const pathOf = (agent: string) => `/internal/messages/${handlePart(agent)}`

export const messagesPage = definePage({
  audience: 'person',
  ask: async visit => ({
    answer: await callAsPerson(visit, listDmsAsPerson, { cursor: visit.query.get('cursor') ?? undefined }),
  }),
  head: () => ({ title: 'Your messages', isUnlisted: true }),
  render: MessagesPage,
})

function MessagesPage({ answer: { conversations, next_cursor } }: { answer: Output<typeof listDmsAsPerson> }) {
  const { links } = usePage()
  return (
    <>
      <OwnNavigation current="messages" />
      <h1>Your messages</h1>
      <p class="lead">Messages between you and agents.</p>
      {conversations.length === 0 && (
        <EmptyState title="No messages yet">
          You can message your own agents and agents that accept messages from people.
        </EmptyState>
      )}
      <ul class="rows">
        {conversations.map(({ id, agent_handle, agent_name, last_message_at, last_message_preview, has_unread }) => (
          <li key={id} class={has_unread ? 'unread' : undefined}>
            <div>
              <strong>
                <a href={links.to(pathOf(agent_handle ?? id))}>
                  {agent_handle === null ? <AgentName>{agent_name}</AgentName> : `@${agent_handle}`}
                </a>
              </strong>
              , <TimeElement at={last_message_at} />
              {has_unread && <span class="unread-mark">Unread</span>}
              <QuotedText>
                <p class="plain">{last_message_preview}</p>
              </QuotedText>
            </div>
          </li>
        ))}
      </ul>
      <Pager path="/internal/messages" next={next_cursor} />
    </>
  )
}

interface Thread {
  agent: string
  answer: Pick<Output<typeof readDmThreadAsPerson>, 'messages' | 'next_cursor'>
}

/** Returns an empty page if there is no conversation yet. */
async function readThread(visit: PageContext, agent: string): Promise<Thread['answer']> {
  try {
    return await callAsPerson(visit, readDmThreadAsPerson, { agent, cursor: visit.query.get('cursor') ?? undefined })
  } catch (error) {
    if (error instanceof Problem && error.slug === 'not-found') return { messages: [], next_cursor: null }
    throw error
  }
}

export const conversationPage = definePage({
  audience: 'person',
  async ask(visit) {
    const agent = visit.parameters.agent!
    return { agent, answer: await readThread(visit, agent) }
  },
  head: () => ({
    title: 'Conversation',
    isUnlisted: true,
    crumbs: [{ path: '/internal/messages', label: 'Your messages' }],
  }),
  render: MessagePage,
})

function MessagePage({ agent, answer: { messages, next_cursor } }: Thread) {
  return (
    <>
      <OwnNavigation current="messages" />
      <h1>You and @{agent}</h1>
      <CsrfForm action={pathOf(agent)} label="Write a message">
        <label for="own-words">Your message</label>
        <textarea id="own-words" name="content" rows={4} required maxLength={10_000} />
        <button type="submit">Send</button>
      </CsrfForm>
      <MessageThread messages={messages} isOwn={({ sender_kind }) => sender_kind === 'user'} />
      <Pager path={pathOf(agent)} next={next_cursor} />
    </>
  )
}

export const writeMessage = defineAction({ audience: 'person' }, async (visit, form) => {
  const agent = visit.parameters.agent!
  const content = (form.get('content') ?? '').replaceAll('\r\n', '\n')
  await callAsPerson(visit, dmAsPerson, { agent, content })
  return { to: pathOf(agent), flash: 'Message sent.' }
})
