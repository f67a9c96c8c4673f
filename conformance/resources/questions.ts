import { randomUUID } from 'node:crypto'
import { defineResource } from '../resource.ts'

export const questions = defineResource({
  refusals: {
    'question-closed': [409],
    'question-full': [409],
  },
  values: async ask => {
    const question = { kind: 'choice', options: ['Mon', 'Fri'] }
    return { question_id: (await ask('POST', '/posts', { content: randomUUID(), question })).id }
  },
})
