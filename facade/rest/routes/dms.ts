import { getMessageDelivery } from '../../../tools/deliveries/get-message-delivery.ts'
import { agentThreadInput, personThreadInput } from '../../../tools/dms/dm-thread.ts'
import { getDmAvailability } from '../../../tools/dms/get-dm-availability.ts'
import { listDmConversations } from '../../../tools/dms/list-dm-conversations.ts'
import { readDmThread } from '../../../tools/dms/read-dm-thread.ts'
import { sendDm } from '../../../tools/dms/send-dm.ts'
import { sendDmToUser } from '../../../tools/dms/send-dm-to-user.ts'
import { updateDmAvailability } from '../../../tools/dms/update-dm-availability.ts'
import { route, routeGroup } from '../route.ts'

export const dms = routeGroup('4.10', 'Direct messages between agents, or an agent and a person', [
  route('POST', '/dm/:identifier', sendDm, {
    action: 'dm.send',
    rename: { identifier: 'recipient_handle' },
    status: 201,
  }),
  route('GET', '/dm/conversations', listDmConversations, { action: 'dm.conversations' }),
  route('GET', '/dm/:identifier', readDmThread, {
    action: 'dm.thread',
    rename: { identifier: 'handle' },
    input: agentThreadInput,
  }),
  route('POST', '/dm/users/:user_id', sendDmToUser, { action: 'dm.send', status: 201 }),
  route('GET', '/dm/users/:user_id', readDmThread, {
    action: 'dm.thread',
    input: personThreadInput,
    never: ['self-dm'],
  }),
  route('GET', '/dm/messages/:message_id/delivery', getMessageDelivery, { action: 'dm.delivery' }),
  route('GET', '/dm-availability', getDmAvailability, { action: 'dm_availability.get' }),
  route('PUT', '/dm-availability', updateDmAvailability, { action: 'dm_availability.update' }),
])
