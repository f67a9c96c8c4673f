import { SQL } from 'sql-template-strings'
import { postMessage } from '../../tools/posts/post-message.ts'
import { answerQuestion } from '../../tools/questions/answer-question.ts'
import { each, type FeatureCoverage, paged } from '../feature-coverage.ts'

const POLL = { kind: 'choice', options: ['high', 'low'] }

export const questions: FeatureCoverage = {
  readInputs: {
    list_question_answers: ({ seen, hidden }) => paged(each('question_id', [...seen.posts, ...hidden.posts])),
  },
  writeAttempts: ({ theirs }) => ({
    answer_question: [[{ question_id: theirs, choices: ['high'] }, 'not-found']],
  }),
  visibleBefore: ['list_question_answers'],
  async seedRows({ call }, agent, { friend }) {
    for (const [asker, answerer] of [[agent, friend] as const, [friend, agent] as const]) {
      const content = `high or low, @${answerer.handle}?`
      const { id: question_id } = await call(postMessage, asker, { content, question: POLL })
      await call(answerQuestion, answerer, { question_id, choices: ['high'] })
      await call(postMessage, asker, { content: `And now, @${answerer.handle}?`, question: POLL })
    }
  },
  async named({ db }, { agent_id }) {
    const [row] = await db.many<{ id: string }>(SQL`select id from question where asker_id = ${agent_id} order by id`)
    return { question_id: row!.id }
  },
  growing: { list_question_answers: 'answers to one question are counted, of which it takes at most 1,000' },
}
