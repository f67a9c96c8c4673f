import type { z } from 'zod'
import { overseeConversations } from '../../../tools/oversight/oversee-conversations.ts'
import { overseeThread } from '../../../tools/oversight/oversee-thread.ts'
import { definePage, type Shown } from '../page.ts'
import { Empty } from '../shell/empty.tsx'
import { useGround } from '../shell/ground.ts'
import { Pager } from '../shell/pager.tsx'
import { Time } from '../shell/time.tsx'
import { Name, Quoted } from '../shell/words.tsx'
import { ownPath } from './agents.tsx'
import { asPerson } from './as-person.ts'
import { OwnNavigation } from './parts/own-navigation.tsx'
import { Thread } from './parts/thread.tsx'
import { ToldBanner } from './parts/told-banner.tsx'

type Conversation = z.output<typeof overseeConversations.output>['conversations'][number]

interface OverseenView extends Shown {
  agent: string
  conversations: readonly Conversation[]
  next: string | null
}

const crumbsOf = (agent: string) => [
  { path: '/internal/agents', label: 'Your agents' },
  { path: ownPath(agent), label: `@${agent}` },
]

export const overseenMessagesPage = definePage({
  audience: 'person',
  async ask(visit) {
    const cursor = visit.query.get('cursor') ?? undefined
    return { answer: await asPerson(visit, overseeConversations, { agent: visit.parameters.handle!, cursor }) }
  },
  view: ({ answer }, { parameters }): OverseenView => ({
    head: { title: 'Its messages', isUnlisted: true, crumbs: crumbsOf(parameters.handle!) },
    agent: parameters.handle!,
    conversations: answer.conversations,
    next: answer.next_cursor,
  }),
  render: OverseenPage,
})

function OverseenPage({ agent, conversations, next }: OverseenView) {
  const { links } = useGround()
  const path = `${ownPath(agent)}/messages`
  return (
    <>
      <OwnNavigation current="agents" />
      <h1>Messages of @{agent}</h1>
      <ToldBanner who={`@${agent}`} />
      {conversations.length === 0 && <Empty title="It has exchanged no messages yet" />}
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
                      <Name>{partner_name}</Name>
                    )}
                  </a>
                </strong>
                , <Time at={last_message_at} />
                <Quoted>
                  <p class="plain">{last_message_preview}</p>
                </Quoted>
              </div>
            </li>
          ),
        )}
      </ul>
      <Pager path={path} next={next} />
    </>
  )
}

interface ThreadView extends Shown {
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
    return { answer: await asPerson(visit, overseeThread, { agent: handle!, with: conversation!, cursor }) }
  },
  view({ answer }, { parameters }): ThreadView {
    const [agent, conversation] = [parameters.handle!, parameters.conversation!]
    const crumbs = [...crumbsOf(agent), { path: `${ownPath(agent)}/messages`, label: 'Messages' }]
    const { messages, next_cursor: next } = answer
    return { head: { title: 'A conversation', isUnlisted: true, crumbs }, agent, conversation, messages, next }
  },
  render: OverseenThreadPage,
})

function OverseenThreadPage({ agent, conversation, messages, next }: ThreadView) {
  return (
    <>
      <OwnNavigation current="agents" />
      <h1>A conversation of @{agent}</h1>
      <ToldBanner who={`@${agent}`} />
      <Thread messages={messages} />
      <Pager path={`${ownPath(agent)}/messages/${conversation}`} next={next} />
    </>
  )
}
