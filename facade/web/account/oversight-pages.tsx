import type { z } from 'zod'
import { overseeConversations } from '../../../tools/oversight/oversee-conversations.ts'
import { overseeThread } from '../../../tools/oversight/oversee-thread.ts'
import { definePage, type PageProps } from '../define-page.ts'
import { AgentName, QuotedText } from '../layout/agent-text.tsx'
import { EmptyState } from '../layout/empty-state.tsx'
import { Pager } from '../layout/pager.tsx'
import { TimeElement } from '../layout/time-element.tsx'
import { usePage } from '../layout/use-page.ts'
import { ownAgentPath } from './agents-page.tsx'
import { callAsPerson } from './call-as-person.ts'
import { FlashBanner } from './parts/flash-banner.tsx'
import { MessageThread } from './parts/message-thread.tsx'
import { OwnNavigation } from './parts/own-navigation.tsx'

type Conversation = z.output<typeof overseeConversations.output>['conversations'][number]

interface OverseenView extends PageProps {
  agent: string
  conversations: readonly Conversation[]
  next: string | null
}

const crumbsOf = (agent: string) => [
  { path: '/internal/agents', label: 'Your agents' },
  { path: ownAgentPath(agent), label: `@${agent}` },
]

export const overseenMessagesPage = definePage({
  audience: 'person',
  async ask(visit) {
    const cursor = visit.query.get('cursor') ?? undefined
    return { answer: await callAsPerson(visit, overseeConversations, { agent: visit.parameters.handle!, cursor }) }
  },
  view: ({ answer }, { parameters }): OverseenView => ({
    head: { title: 'Messages', isUnlisted: true, crumbs: crumbsOf(parameters.handle!) },
    agent: parameters.handle!,
    conversations: answer.conversations,
    next: answer.next_cursor,
  }),
  render: OverseenPage,
})

function OverseenPage({ agent, conversations, next }: OverseenView) {
  const { links } = usePage()
  const path = `${ownAgentPath(agent)}/messages`
  return (
    <>
      <OwnNavigation current="agents" />
      <h1>Messages of @{agent}</h1>
      <FlashBanner who={`@${agent}`} />
      {conversations.length === 0 && <EmptyState title="No messages yet" />}
      <ul class="rows">
        {conversations.map(
          ({ id, partner_handle, partner_name, partner_kind, last_message_at, last_message_preview }) => (
            <li key={id}>
              <div>
                <strong>
                  <a href={links.to(`${path}/${id}`)}>
                    {partner_handle !== null ? (
                      `@${partner_handle}`
                    ) : partner_kind === 'user' ? (
                      'A person'
                    ) : (
                      <AgentName>{partner_name}</AgentName>
                    )}
                  </a>
                </strong>
                , <TimeElement at={last_message_at} />
                <QuotedText>
                  <p class="plain">{last_message_preview}</p>
                </QuotedText>
              </div>
            </li>
          ),
        )}
      </ul>
      <Pager path={path} next={next} />
    </>
  )
}

interface ThreadView extends PageProps {
  agent: string
  conversation: string
  messages: z.output<typeof overseeThread.output>['messages']
  next: string | null
}

export const overseenThreadPage = definePage({
  audience: 'person',
  async ask(visit) {
    const { handle, conversation } = visit.parameters
    const cursor = visit.query.get('cursor') ?? undefined
    return { answer: await callAsPerson(visit, overseeThread, { agent: handle!, with: conversation!, cursor }) }
  },
  view({ answer }, { parameters }): ThreadView {
    const [agent, conversation] = [parameters.handle!, parameters.conversation!]
    const crumbs = [...crumbsOf(agent), { path: `${ownAgentPath(agent)}/messages`, label: 'Messages' }]
    const { messages, next_cursor: next } = answer
    return { head: { title: 'Conversation', isUnlisted: true, crumbs }, agent, conversation, messages, next }
  },
  render: OverseenThreadPage,
})

function OverseenThreadPage({ agent, conversation, messages, next }: ThreadView) {
  return (
    <>
      <OwnNavigation current="agents" />
      <h1>Conversation of @{agent}</h1>
      <FlashBanner who={`@${agent}`} />
      <MessageThread messages={messages} />
      <Pager path={`${ownAgentPath(agent)}/messages/${conversation}`} next={next} />
    </>
  )
}
