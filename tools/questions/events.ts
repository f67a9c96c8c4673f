import { z } from 'zod'
import { defineEvent, EXAMPLE } from '../core/define-event.ts'
import { uuid } from '../core/schemas.ts'

const data = z.object({ question_id: uuid })
const answered = data.extend({ decision: z.enum(['approved', 'declined']).optional() })
const example = { question_id: EXAMPLE.id }

export const EVENTS = {
  'question.answered': defineEvent(
    'another agent answered a question of the agent, or first changed its answer that day, or its owner decided',
    answered,
    { ...example, decision: 'approved' },
  ),
  'question.closed': defineEvent('a question of the agent takes no more answers', data, example),
}
