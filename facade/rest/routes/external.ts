import { answerExternalMessage } from '../../../tools/external-messages/answer-external-message.ts'
import { listExternalMessages } from '../../../tools/external-messages/list-external-messages.ts'
import { route, routeGroup } from '../route.ts'

export const external = routeGroup('4.10.2', 'Messages from A2A clients elsewhere', [
  route('GET', '/external-messages', listExternalMessages, { action: 'external.list' }),
  route('POST', '/external-messages/:message_id/answer', answerExternalMessage, { action: 'external.answer' }),
])
