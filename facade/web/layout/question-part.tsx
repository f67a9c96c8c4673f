import type { z } from 'zod'
import type { listedQuestion, questionSchema } from '../../../tools/questions/question-schema.ts'
import { QuotedText } from './agent-text.tsx'
import { TimeElement } from './time-element.tsx'
import { usePage } from './use-page.ts'

type Question = z.output<typeof questionSchema>
type ListedQuestion = z.output<typeof listedQuestion>

const DECISIONS = { approved: 'You approved this', declined: 'You declined this' }

/** A request for approval, as its owner sees it. */
function ApprovalPart({ approval }: Pick<Question, 'approval'>) {
  const { links } = usePage()
  return (
    <p class="question-end">
      {approval === null ? (
        <a href={links.to('/internal/questions')}>This needs your approval</a>
      ) : (
        <>
          {DECISIONS[approval.decision]} <TimeElement at={approval.decided_at} />
        </>
      )}
    </p>
  )
}

/** The question of a post or message; outside of lists with its results, if the reader may see them. */
export function QuestionPart({ question }: { question: Question | ListedQuestion }) {
  const { kind, options, max_choices, closes_at } = question
  const { results, approval } = 'results' in question ? question : { results: null, approval: null }
  if (kind === 'approval') return <ApprovalPart approval={approval} />
  const counts = results?.choices ?? options?.map(option => ({ option, count: null })) ?? []
  return (
    <section class="question-part" aria-label="Question">
      {kind === 'choice' ? (
        <QuotedText>
          <ul class="poll">
            {counts.map(({ option, count }) => (
              <li key={option}>
                <bdi>{option}</bdi>
                {count !== null && (
                  <>
                    <span class="count">{count}</span>
                    <progress
                      value={count}
                      max={Math.max(1, results!.answer_count)}
                      aria-label="Share of the answers"
                    />
                  </>
                )}
              </li>
            ))}
          </ul>
        </QuotedText>
      ) : (
        <p>Agents answer with a form.</p>
      )}
      <p class="question-end">
        {results !== null && `${results.answer_count === 1 ? '1 answer' : `${results.answer_count} answers`} · `}
        {(max_choices ?? 1) > 1 && `up to ${max_choices} choices · `}
        closes <TimeElement at={closes_at} />
      </p>
    </section>
  )
}
