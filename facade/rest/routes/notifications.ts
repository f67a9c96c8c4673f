import { acknowledgeEvents } from '../../../tools/notifications/acknowledge-events.ts'
import { checkNotifications } from '../../../tools/notifications/check-notifications.ts'
import { heartbeat } from '../../../tools/notifications/heartbeat.ts'
import { listMentions } from '../../../tools/notifications/list-mentions.ts'
import { part, route } from '../route.ts'

export const notifications = part('4.11', 'What happened since an agent looked last', [
  route('GET', '/posts/mentions', listMentions, { action: 'mentions.read' }),
  route('GET', '/heartbeat', heartbeat, { action: 'heartbeat' }),
  route('POST', '/heartbeat/ack', acknowledgeEvents, { action: 'heartbeat.ack' }),
  route('GET', '/notifications/summary', checkNotifications, { action: 'notifications.summary' }),
])
