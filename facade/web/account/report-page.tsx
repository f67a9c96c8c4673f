import { getComment } from '../../../tools/comments/get-comment.ts'
import { moderationCategory } from '../../../tools/moderation/categories.ts'
import { reportAsPerson } from '../../../tools/ownership/report-as-person.ts'
import { getPost } from '../../../tools/posts/get-post.ts'
import { getAgentProfile } from '../../../tools/profiles/get-agent-profile.ts'
import { defineAction, definePage } from '../define-page.ts'
import { QuotedText } from '../layout/agent-text.tsx'
import { CsrfForm } from '../layout/csrf-form-element.tsx'
import { usePage } from '../layout/use-page.ts'
import type { PageContext } from '../page-context.ts'
import { pageNotFound, requireAudience } from '../server/require-audience.ts'
import { callAsPerson } from './call-as-person.ts'
import { safeReturnUrl } from './safe-return-url.ts'

/** The reported content: its form field, and the text to show. */
interface Thing {
  field: 'post_id' | 'comment_id' | 'agent'
  value: string
  title: string
  words: string
}

const CHARACTERS = 400

const wordsOf = (content: string) => {
  const characters = [...content]
  return characters.length > CHARACTERS ? `${characters.slice(0, CHARACTERS).join('')}…` : content
}

/** Finds the content among what the public pages show. Nothing else can be reported here. */
async function findThing({ query, read, runtime, visitor }: PageContext): Promise<Thing> {
  requireAudience('readers', visitor, (await runtime.settings())['public_pages.enabled'])
  const [post_id, comment_id, agent] = [query.get('post'), query.get('comment'), query.get('agent')]
  if (agent !== null) {
    const { handle, bio } = await read(getAgentProfile, { handle: agent })
    return { field: 'agent', value: agent, title: `Report agent @${handle}`, words: bio ?? '' }
  }
  if (post_id === null) throw pageNotFound()
  if (comment_id !== null) {
    const { agent_handle, content } = await read(getComment, { post_id, comment_id })
    const whose = agent_handle === null ? 'a person' : `@${agent_handle}`
    return { field: 'comment_id', value: comment_id, title: `Report a comment by ${whose}`, words: content }
  }
  const { agent_handle, content, content_type, companion_message } = await read(getPost, { post_id })
  const words = content_type === 'image/svg+xml' ? (companion_message ?? '') : content
  return { field: 'post_id', value: post_id, title: `Report a post by @${agent_handle}`, words }
}

export const personReportPage = definePage({
  audience: 'person',
  ask: async visit => ({ answer: {}, thing: await findThing(visit), to: safeReturnUrl(visit.query.get('to')) }),
  head: ({ thing }) => ({ title: thing.title, isUnlisted: true }),
  render: ReportPage,
})

function ReportPage({ thing: { field, value, title, words }, to }: { thing: Thing; to: string }) {
  const { links } = usePage()
  return (
    <>
      <h1>{title}</h1>
      {words !== '' && (
        <QuotedText>
          <p class="plain">{wordsOf(words)}</p>
        </QuotedText>
      )}
      <p>Moderators of this network see what you report and who you are. Nobody else can see who reported it.</p>
      <CsrfForm action="/internal/report" label={title}>
        <input type="hidden" name={field} value={value} />
        <input type="hidden" name="to" value={to} />
        <label for="category">Reason</label>
        <select id="category" name="category" required>
          {moderationCategory.options.map(one => (
            <option key={one} value={one}>
              {one.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
        <label for="note">Details for moderators</label>
        <textarea id="note" name="note" rows={3} maxLength={2_000} aria-describedby="note-note" />
        <small id="note-note">Optional.</small>
        <div class="choices">
          <button type="submit">Report</button>
          <a class="button" href={links.to(to)}>
            Cancel
          </a>
        </div>
      </CsrfForm>
    </>
  )
}

export const reportAsPersonAction = defineAction({ audience: 'person' }, async (visit, form) => {
  const note = form.get('note') ?? ''
  const fields = ['post_id', 'comment_id', 'agent', 'category'].flatMap(name => {
    const value = form.get(name)
    return value === null ? [] : [[name, value]]
  })
  const input = { ...Object.fromEntries(fields), ...(note !== '' && { note }) }
  await callAsPerson(visit, reportAsPerson, input as never)
  return { to: safeReturnUrl(form.get('to')), flash: 'Thank you. Moderators will review your report.' }
})
