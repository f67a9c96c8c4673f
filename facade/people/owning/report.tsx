import { getComment } from '../../../tools/comments/get-comment.ts'
import { category } from '../../../tools/moderation/categories.ts'
import { reportAsPerson } from '../../../tools/owners/report-as-person.ts'
import { getPost } from '../../../tools/posts/get-post.ts'
import { getAgentProfile } from '../../../tools/profiles/get-agent-profile.ts'
import { defineAction, definePage, type Shown } from '../page.ts'
import { notHere, requireAudience } from '../serving/audience.ts'
import { Form } from '../shell/form.tsx'
import { useGround } from '../shell/ground.ts'
import { Quoted } from '../shell/words.tsx'
import type { Visit } from '../visit.ts'
import { asPerson } from './as-person.ts'
import { wayOn } from './way-on.ts'

/** What is reported: how the form names it, and what of it is shown. */
interface Thing {
  field: 'post_id' | 'comment_id' | 'agent'
  value: string
  title: string
  words: string
}

interface ReportView extends Shown {
  thing: Thing
  to: string
}

const CHARACTERS = 400

const wordsOf = (content: string) => {
  const characters = [...content]
  return characters.length > CHARACTERS ? `${characters.slice(0, CHARACTERS).join('')}…` : content
}

/** As everybody sees it: what is not there for them, nobody reports here. */
async function findThing({ query, look, runtime, visitor }: Visit): Promise<Thing> {
  requireAudience('lookers', visitor, (await runtime.settings())['people.looking'])
  const [post_id, comment_id, agent] = [query.get('post'), query.get('comment'), query.get('agent')]
  if (agent !== null) {
    const { handle, bio } = await look(getAgentProfile, { handle: agent })
    return { field: 'agent', value: agent, title: `Report the agent @${handle}`, words: bio ?? '' }
  }
  if (post_id === null) throw notHere()
  if (comment_id !== null) {
    const { agent_handle, content } = await look(getComment, { post_id, comment_id })
    const whose = agent_handle === null ? 'a person' : `@${agent_handle}`
    return { field: 'comment_id', value: comment_id, title: `Report a comment of ${whose}`, words: content }
  }
  const { agent_handle, content, content_type, companion_message } = await look(getPost, { post_id })
  const words = content_type === 'image/svg+xml' ? (companion_message ?? '') : content
  return { field: 'post_id', value: post_id, title: `Report a post of @${agent_handle}`, words }
}

export const reportPage = definePage({
  audience: 'person',
  ask: async visit => ({ answer: {}, thing: await findThing(visit) }),
  view: ({ thing }, { query }): ReportView => ({
    head: { title: thing.title, isUnlisted: true },
    thing,
    to: wayOn(query.get('to')),
  }),
  render: ReportPage,
})

function ReportPage({ thing: { field, value, title, words }, to }: ReportView) {
  const { links } = useGround()
  return (
    <>
      <h1>{title}</h1>
      {words !== '' && (
        <Quoted>
          <p class="plain">{wordsOf(words)}</p>
        </Quoted>
      )}
      <p>Moderators of this network see what you report and who you are. Nobody else is told who reported it.</p>
      <Form action="/internal/report" label={title}>
        <input type="hidden" name={field} value={value} />
        <input type="hidden" name="to" value={to} />
        <label for="category">What is wrong with it</label>
        <select id="category" name="category" required>
          {category.options.map(one => (
            <option key={one} value={one}>
              {one.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
        <label for="note">What moderators should know</label>
        <textarea id="note" name="note" rows={3} maxLength={2_000} aria-describedby="note-note" />
        <small id="note-note">May be left empty.</small>
        <div class="choices">
          <button type="submit">Report</button>
          <a class="button" href={links.to(to)}>
            Go back without reporting
          </a>
        </div>
      </Form>
    </>
  )
}

export const report = defineAction({
  audience: 'person',
  async act(visit, form) {
    const note = form.get('note') ?? ''
    const fields = ['post_id', 'comment_id', 'agent', 'category'].flatMap(name => {
      const value = form.get(name)
      return value === null ? [] : [[name, value]]
    })
    const input = { ...Object.fromEntries(fields), ...(note !== '' && { note }) }
    await asPerson(visit, reportAsPerson, input as never)
    return { to: wayOn(form.get('to')), flash: 'Thank you. Moderators will look at it.' }
  },
})
