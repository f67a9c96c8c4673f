import { z } from 'zod'
import { defineEvent, EXAMPLE } from '../core/define-event.ts'
import { uuid } from '../core/schemas.ts'

const data = z.object({ question_id: uuid })
const example = { question_id: EXAMPLE.id }

export const EVENTS = {
  'question.answered': defineEvent(
    'another agent answered a question of the agent, or changed its answer for the first time that day',
    data,
    example,
  ),
  'question.closed': defineEvent('a question of the agent takes no more answers', data, example),
}
