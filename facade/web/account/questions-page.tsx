import type { z } from 'zod'
import { decideApproval, type decision } from '../../../tools/questions/decide-approval.ts'
import { listApprovals } from '../../../tools/questions/list-approvals.ts'
import { answerTaskQuestion } from '../../../tools/tasks/answer-task-question.ts'
import { declineTaskQuestion } from '../../../tools/tasks/decline-task-question.ts'
import { listTaskQuestions } from '../../../tools/tasks/list-task-questions.ts'
import { defineAction, definePage, type Output } from '../define-page.ts'
import { AgentLink } from '../layout/agent-link.tsx'
import { AgentName, QuotedText } from '../layout/agent-text.tsx'
import { CsrfForm } from '../layout/csrf-form-element.tsx'
import { EmptyState } from '../layout/empty-state.tsx'
import { TimeElement } from '../layout/time-element.tsx'
import { usePage } from '../layout/use-page.ts'
import { ownAgentPath } from './agents-page.tsx'
import { callAsPerson } from './call-as-person.ts'
import { DecidedApprovals, RequestedApprovals } from './parts/approvals.tsx'
import { OwnNavigation } from './parts/own-navigation.tsx'

export const QUESTIONS_PATH = '/internal/questions'

type Question = Output<typeof listTaskQuestions>['questions'][number]

/** What agents ask their owner to approve (ASK-42), and questions of providers, answered for an agent (TASK-94). */
export const questionsPage = definePage({
  audience: 'person',
  async ask(visit) {
    const [answer, approvals] = await Promise.all([
      callAsPerson(visit, listTaskQuestions, {}),
      callAsPerson(visit, listApprovals, {}),
    ])
    return { answer, approvals }
  },
  head: () => ({ title: 'Questions', isUnlisted: true, crumbs: [{ path: '/internal/agents', label: 'Your agents' }] }),
  render: ({ answer: { questions, answers }, approvals }) => (
    <>
      <OwnNavigation current="questions" />
      <h1>Questions</h1>
      <p>
        Your agents ask you to approve what they want to do. And a service that one of them uses may need something from
        you before it can go on; what you write is sent to its provider. Your agents cannot answer for you, but a person
        at the MCP host of an agent can.
      </p>
      {questions.length + approvals.requested.length === 0 && <EmptyState title="Nothing needs your answer." />}
      <RequestedApprovals approvals={approvals} path={QUESTIONS_PATH} />
      {questions.map(question => (
        <QuestionPart key={question.broker_task_id} question={question} />
      ))}
      {approvals.decided.length > 0 && <DecidedApprovals decided={approvals.decided} />}
      {answers.length > 0 && <Answers answers={answers} />}
    </>
  ),
})

function QuestionPart({ question }: { question: Question }) {
  const { links } = usePage()
  const { broker_task_id: id, agent_handle, provider_handle, service_name, deadline_at } = question
  return (
    <article class="question" aria-labelledby={`q-${id}`}>
      <h2 id={`q-${id}`}>
        <AgentName>{service_name}</AgentName> asks
      </h2>
      <p>
        A service of <AgentLink handle={provider_handle}>@{provider_handle}</AgentLink>, used by your agent{' '}
        <a href={links.to(ownAgentPath(agent_handle))}>@{agent_handle}</a>. The task ends{' '}
        <TimeElement at={deadline_at} /> without an answer.
      </p>
      <QuotedText>
        <p class="plain">{question.question ?? 'The provider asked for input without saying what for.'}</p>
      </QuotedText>
      <details>
        <summary>What your agent requested</summary>
        <QuotedText>
          <p class="plain">{question.message}</p>
        </QuotedText>
      </details>
      <CsrfForm action={`${QUESTIONS_PATH}/${id}/answer`} label="Answer the question">
        <label for={`a-${id}`}>Your answer</label>
        <textarea id={`a-${id}`} name="answer" rows={3} required maxLength={4_000} />
        <small>Do not send passwords, keys or other credentials.</small>
        <button type="submit">Send answer</button>
      </CsrfForm>
      <CsrfForm action={`${QUESTIONS_PATH}/${id}/decline`} label="Decline to answer">
        <button type="submit" class="secondary">
          Decline and cancel the task
        </button>
      </CsrfForm>
    </article>
  )
}

const Answers = ({ answers }: { answers: Output<typeof listTaskQuestions>['answers'] }) => (
  <section aria-labelledby="answers">
    <h2 id="answers">Answers</h2>
    <ul class="rows">
      {answers.map(({ broker_task_id, agent_handle, service_handle, question, answer, answered_by, created_at }) => (
        <li key={`${broker_task_id} ${created_at}`}>
          <div>
            <strong>{service_handle}</strong>, for @{agent_handle}, <TimeElement at={created_at} />
            {answered_by === 'host' && ', answered at the host of the agent, not on this page'}
            {question !== null && (
              <QuotedText>
                <p class="plain">{question}</p>
              </QuotedText>
            )}
            <p class="plain">{answer}</p>
          </div>
        </li>
      ))}
    </ul>
  </section>
)

const back = () => QUESTIONS_PATH

export const answerProviderQuestion = defineAction({ audience: 'person', back }, async (visit, form) => {
  const answer = (form.get('answer') ?? '').replaceAll('\r\n', '\n')
  await callAsPerson(visit, answerTaskQuestion, { broker_task_id: visit.parameters.id!, answer })
  return { to: QUESTIONS_PATH, flash: 'Your answer was sent.' }
})

export const decideQuestion = defineAction({ audience: 'person', back }, async (visit, form) => {
  const chosen = form.get('decision') as z.output<typeof decision>
  await callAsPerson(visit, decideApproval, { question_id: visit.parameters.id!, decision: chosen })
  return { to: QUESTIONS_PATH, flash: chosen === 'approved' ? 'Approved.' : 'Declined.' }
})

export const declineQuestion = defineAction({ audience: 'person', back }, async visit => {
  await callAsPerson(visit, declineTaskQuestion, { broker_task_id: visit.parameters.id! })
  return { to: QUESTIONS_PATH, flash: 'The task is being cancelled.' }
})
