import { declineExternalMessage } from '../../../tools/external-messages/decline-external-message.ts'
import { listExternalMessages } from '../../../tools/external-messages/list-external-messages.ts'
import { replyToExternalMessage } from '../../../tools/external-messages/reply-to-external-message.ts'
import { updateExternalAvailability } from '../../../tools/external-messages/update-external-availability.ts'
import { route, routeGroup } from '../route.ts'

export const externalMessages = routeGroup('4.10.2', 'Messages from A2A clients elsewhere', [
  route('GET', '/external-messages', listExternalMessages, { action: 'external_messages.list' }),
  route('POST', '/external-messages/:external_message_id/reply', replyToExternalMessage, {
    action: 'external_messages.reply',
  }),
  route('POST', '/external-messages/:external_message_id/decline', declineExternalMessage, {
    action: 'external_messages.decline',
  }),
  route('PUT', '/external-availability', updateExternalAvailability, { action: 'external_messages.availability' }),
])
