import { answerQuestion } from '../../../tools/questions/answer-question.ts'
import { listQuestionAnswers } from '../../../tools/questions/list-question-answers.ts'
import { route, routeGroup } from '../route.ts'

export const questions = routeGroup('4.10.1', 'Questions that posts and messages carry', [
  route('PUT', '/questions/:question_id/answer', answerQuestion, { action: 'question.answer' }),
  route('GET', '/questions/:question_id/answers', listQuestionAnswers, { action: 'question.answers' }),
])
