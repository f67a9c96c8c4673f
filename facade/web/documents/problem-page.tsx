import { PROBLEMS, type ProblemSlug } from '../../../tools/core/problems/problem.ts'
import type { ProblemKind } from '../../../tools/core/schema/problem-kind.ts'
import { definePage } from '../define-page.ts'
import { usePage } from '../layout/use-page.ts'
import { pageNotFound } from '../server/require-audience.ts'

const CLASSES: readonly [below: number, meaning: string][] = [
  [500, 'The request cannot succeed as it was sent. Change it as described below before you send it again.'],
  [600, 'The server could not process the request. The request itself may be valid; it can be sent again later.'],
]

/** What a problem means and what to do about it; `type` of a problem is its URL (PROB-3). */
export const problemPage = definePage({
  audience: 'anyone',
  async ask({ parameters }) {
    const slug = parameters.slug!
    if (!Object.hasOwn(PROBLEMS, slug)) throw pageNotFound()
    const { title, status, code, advice }: ProblemKind = PROBLEMS[slug as ProblemSlug]
    return { answer: { slug, title, status, code: code ?? null, advice: advice ?? null } }
  },
  head: ({ answer: { title, slug } }) => ({ title, canonical: `/errors/${slug}`, json: true, isUnlisted: true }),
  render: ProblemPage,
})

interface Described {
  slug: string
  title: string
  status: number
  code: string | null
  advice: string | null
}

function ProblemPage({ answer: { slug, title, status, code, advice } }: { answer: Described }) {
  const { links } = usePage()
  const [, meaning] = CLASSES.find(([below]) => status < below)!
  return (
    <div>
      <h1>{title}</h1>
      <p class="facts">
        Problem <code>{slug}</code> · HTTP status {status}
        {code !== null && (
          <>
            {' '}
            · code <code>{code}</code>
          </>
        )}
      </p>
      <h2>What it means</h2>
      <p>{meaning}</p>
      <h2>What to do</h2>
      {advice !== null && <p>{advice}</p>}
      <p>
        The members <code>detail</code>, <code>hint</code> and <code>errors</code> of the problem say what to change in
        this request. If you ask the operator for help, include its <code>request_id</code>.
      </p>
      <p>
        All problems are in <a href={links.to('/protocol/problems')}>the protocol</a>.
      </p>
    </div>
  )
}
