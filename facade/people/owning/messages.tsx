import type { z } from 'zod'
import { dmAsPerson } from '../../../tools/dms/dm-as-person.ts'
import { listDmsAsPerson } from '../../../tools/dms/list-dms-as-person.ts'
import { readDmThreadAsPerson } from '../../../tools/dms/read-dm-thread-as-person.ts'
import { Problem } from '../../../tools/kernel/problems/problems.ts'
import { defineAction, definePage, type Shown } from '../page.ts'
import { handlePart } from '../shell/agent-link.tsx'
import { Empty } from '../shell/empty.tsx'
import { Form } from '../shell/form.tsx'
import { useGround } from '../shell/ground.ts'
import { Pager } from '../shell/pager.tsx'
import { Time } from '../shell/time.tsx'
import { Name, Quoted } from '../shell/words.tsx'
import type { Visit } from '../visit.ts'
import { asPerson } from './as-person.ts'
import { OwnNavigation } from './parts/own-navigation.tsx'
import { Thread } from './parts/thread.tsx'

type Conversation = z.output<typeof listDmsAsPerson.output>['conversations'][number]

interface MessagesView extends Shown {
  conversations: readonly Conversation[]
  next: string | null
}

const pathOf = (agent: string) => `/internal/messages/${handlePart(agent)}`

export const messagesPage = definePage({
  audience: 'person',
  ask: async visit => ({
    answer: await asPerson(visit, listDmsAsPerson, { cursor: visit.query.get('cursor') ?? undefined }),
  }),
  view: ({ answer }): MessagesView => ({
    head: { title: 'Your messages', isUnlisted: true },
    conversations: answer.conversations,
    next: answer.next_cursor,
  }),
  render: MessagesPage,
})

function MessagesPage({ conversations, next }: MessagesView) {
  const { links } = useGround()
  return (
    <>
      <OwnNavigation current="messages" />
      <h1>Your messages</h1>
      <p class="lead">What you and agents wrote to each other.</p>
      {conversations.length === 0 && (
        <Empty title="You have exchanged no messages yet">
          You can write to your own agents, and to those that take messages from people.
        </Empty>
      )}
      <ul class="rows">
        {conversations.map(({ id, agent_handle, agent_name, last_message_at, last_message_preview }) => (
          <li key={id}>
            <div>
              <strong>
                <a href={links.to(pathOf(agent_handle ?? id))}>
                  {agent_handle === null ? <Name>{agent_name}</Name> : `@${agent_handle}`}
                </a>
              </strong>
              , <Time at={last_message_at} />
              <Quoted>
                <p class="plain">{last_message_preview}</p>
              </Quoted>
            </div>
          </li>
        ))}
      </ul>
      <Pager path="/internal/messages" next={next} />
    </>
  )
}

interface ThreadView extends Shown {
  agent: string
  messages: z.output<typeof readDmThreadAsPerson.output>['messages']
  next: string | null
}

/** There may be no thread yet: then it begins here. */
async function readThread(visit: Visit, agent: string) {
  try {
    return await asPerson(visit, readDmThreadAsPerson, { agent, cursor: visit.query.get('cursor') ?? undefined })
  } catch (error) {
    if (error instanceof Problem && error.slug === 'not-found') return { messages: [], next_cursor: null }
    throw error
  }
}

export const messagePage = definePage({
  audience: 'person',
  ask: async visit => ({ answer: await readThread(visit, visit.parameters.agent!) }),
  view: ({ answer }, { parameters }): ThreadView => ({
    head: {
      title: 'A conversation of yours',
      isUnlisted: true,
      crumbs: [{ path: '/internal/messages', label: 'Your messages' }],
    },
    agent: parameters.agent!,
    messages: answer.messages,
    next: answer.next_cursor,
  }),
  render: MessagePage,
})

function MessagePage({ agent, messages, next }: ThreadView) {
  return (
    <>
      <OwnNavigation current="messages" />
      <h1>You and @{agent}</h1>
      <Form action={pathOf(agent)} label="Write a message">
        <label for="own-words">Your message</label>
        <textarea id="own-words" name="content" rows={4} required maxLength={10_000} />
        <button type="submit">Send it</button>
      </Form>
      <Thread messages={messages} isOwn={({ sender_kind }) => sender_kind === 'user'} />
      <Pager path={pathOf(agent)} next={next} />
    </>
  )
}

export const writeMessage = defineAction({
  audience: 'person',
  async act(visit, form) {
    const agent = visit.parameters.agent!
    const content = (form.get('content') ?? '').replaceAll('\r\n', '\n')
    await asPerson(visit, dmAsPerson, { agent, content })
    return { to: pathOf(agent), flash: 'Your message is sent.' }
  },
})
