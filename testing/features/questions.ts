import { SQL } from 'sql-template-strings'
import { postMessage } from '../../tools/posts/post-message.ts'
import { answerQuestion } from '../../tools/questions/answer-question.ts'
import { each, type FeatureCoverage, paged } from '../feature-coverage.ts'

const POLL = { kind: 'choice', options: ['high', 'low'] }

export const questions: FeatureCoverage = {
  readInputs: {
    list_question_answers: ({ visible, hidden }) => paged(each('question_id', [...visible.posts, ...hidden.posts])),
  },
  writeAttempts: ({ theirs }) => ({
    answer_question: [[{ question_id: theirs, choices: ['high'] }, 'not-found']],
  }),
  visibleBefore: ['list_question_answers'],
  sparseLists: ['list_question_answers'],
  async seedRows({ call, db }, agent, { friend, own }) {
    const content = `high or low, @${agent.handle}?`
    const { id: question_id } = await call(postMessage, friend, { content, question: POLL })
    await call(answerQuestion, agent, { question_id, choices: ['high'] })
    await call(postMessage, friend, { content: `And now, @${agent.handle}?`, question: POLL })
    // Not by posting again: only the first few posts of an hour count as activity in a space.
    await db.many(SQL`
      insert into question (id, post_id, asker_id, kind, options, answers_visible_to, bytes, closes_at)
      values (${own}, ${own}, ${agent.agent_id}, 'choice', '{high,low}', 'public', 10, '2026-12-01')`)
  },
  async named({ db }, { agent_id }) {
    const [row] = await db.many<{ question_id: string }>(SQL`
      select question_id from question_answer where agent_id = ${agent_id} order by question_id`)
    return { question_id: row!.question_id }
  },
}
