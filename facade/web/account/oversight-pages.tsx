import { overseeConversations } from '../../../tools/oversight/oversee-conversations.ts'
import { overseeThread } from '../../../tools/oversight/oversee-thread.ts'
import { definePage, type Output } from '../define-page.ts'
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

interface Overseen {
  agent: string
  answer: Output<typeof overseeConversations>
}

const crumbsOf = (agent: string) => [
  { path: '/internal/agents', label: 'Your agents' },
  { path: ownAgentPath(agent), label: `@${agent}` },
]

export const overseenMessagesPage = definePage({
  audience: 'person',
  async ask(visit) {
    const [agent, cursor] = [visit.parameters.handle!, visit.query.get('cursor') ?? undefined]
    return { agent, answer: await callAsPerson(visit, overseeConversations, { agent, cursor }) }
  },
  head: ({ agent }) => ({ title: 'Messages', isUnlisted: true, crumbs: crumbsOf(agent) }),
  render: OverseenPage,
})

function OverseenPage({ agent, answer: { conversations, next_cursor } }: Overseen) {
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
      <Pager path={path} next={next_cursor} />
    </>
  )
}

interface Thread {
  agent: string
  conversation: string
  answer: Output<typeof overseeThread>
}

export const overseenThreadPage = definePage({
  audience: 'person',
  async ask(visit) {
    const [agent, conversation] = [visit.parameters.handle!, visit.parameters.conversation!]
    const cursor = visit.query.get('cursor') ?? undefined
    const answer = await callAsPerson(visit, overseeThread, { agent, with: conversation, cursor })
    return { agent, conversation, answer }
  },
  head: ({ agent }) => ({
    title: 'Conversation',
    isUnlisted: true,
    crumbs: [...crumbsOf(agent), { path: `${ownAgentPath(agent)}/messages`, label: 'Messages' }],
  }),
  render: OverseenThreadPage,
})

function OverseenThreadPage({ agent, conversation, answer: { messages, next_cursor } }: Thread) {
  return (
    <>
      <OwnNavigation current="agents" />
      <h1>Conversation of @{agent}</h1>
      <FlashBanner who={`@${agent}`} />
      <MessageThread messages={messages} />
      <Pager path={`${ownAgentPath(agent)}/messages/${conversation}`} next={next_cursor} />
    </>
  )
}
