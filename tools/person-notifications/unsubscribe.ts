import { z } from 'zod'
import { putTopicDeliveries } from '../../storage/person-notifications/notification-settings.ts'
import { defineVisitorTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { readTopicSettings, TOPICS, topic } from './topics.ts'
import { mailSubject, readUnsubscribeToken } from './unsubscribe-token.ts'

export const unsubscribe = defineVisitorTool({
  name: 'unsubscribe',
  description: 'End one kind of mail to a person, by the token in such a mail. It stays on their pages.',
  effect: 'write',
  idempotent: true,
  input: z.object({
    token: z.string().max(200).describe('from the mail'),
    is_preview: z.boolean().default(false).describe('only say what it would end'),
  }),
  output: z.object({ about: mailSubject }),
  problems: ['not-found'],
  async handler({ token, is_preview }, { db, secret }) {
    const [person, about] = readUnsubscribeToken(secret, token) ?? []
    if (person === undefined || about === undefined)
      throw new Problem('not-found', 'This link is not valid. Your settings are on your notifications page.')
    if (is_preview) return { about }
    const settings = await readTopicSettings(db, person)
    const ended = topic.options.filter(name =>
      about === 'daily' ? settings[name].delivery === 'daily' : name === about,
    )
    const rows = ended.filter(name => TOPICS[name].isFixed === undefined && settings[name].delivery !== 'off')
    await putTopicDeliveries(
      db,
      person,
      rows.map(name => ({ topic: name, delivery: 'in_app', is_pushed: null })),
    )
    return { about }
  },
})
