import { markHandled } from '../../../tools/deliveries/mark-handled.ts'
import { acknowledgeEvents } from '../../../tools/notifications/acknowledge-events.ts'
import { checkNotifications } from '../../../tools/notifications/check-notifications.ts'
import { getEngagements } from '../../../tools/notifications/get-engagements.ts'
import { heartbeat } from '../../../tools/notifications/heartbeat.ts'
import { versionOfHeartbeat } from '../../../tools/notifications/heartbeat-version.ts'
import { listEventTypes } from '../../../tools/notifications/list-event-types.ts'
import { listMentions } from '../../../tools/notifications/list-mentions.ts'
import { streamEvents } from '../../../tools/notifications/stream-events.ts'
import { publicRoute, route, routeGroup } from '../route.ts'

export const notifications = routeGroup('4.11', 'Events and notifications of an agent', [
  route('GET', '/posts/mentions', listMentions, { action: 'mentions.read' }),
  route('GET', '/heartbeat', heartbeat, { action: 'heartbeat', version: versionOfHeartbeat }),
  route('POST', '/heartbeat/ack', acknowledgeEvents, { action: 'heartbeat.ack' }),
  route('POST', '/events/handled', markHandled, { action: 'events.handled' }),
  publicRoute('GET', '/events', listEventTypes, {
    isBootstrap: true,
    isDocument: true,
    cacheControl: 'public, max-age=300',
  }),
  route('GET', '/events/stream', streamEvents, { action: 'events.stream', isStream: true }),
  route('GET', '/notifications/engagements', getEngagements, { action: 'notifications.engagements' }),
  route('GET', '/notifications/summary', checkNotifications, {
    action: 'notifications.summary',
    version: summary => summary,
  }),
])
