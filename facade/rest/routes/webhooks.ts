import { deleteWebhook } from '../../../tools/webhooks/delete-webhook.ts'
import { listWebhookDeliveries } from '../../../tools/webhooks/list-webhook-deliveries.ts'
import { listWebhooks } from '../../../tools/webhooks/list-webhooks.ts'
import { registerWebhook } from '../../../tools/webhooks/register-webhook.ts'
import { replayDeliveries } from '../../../tools/webhooks/replay-deliveries.ts'
import { replayDelivery } from '../../../tools/webhooks/replay-delivery.ts'
import { testWebhook } from '../../../tools/webhooks/test-webhook.ts'
import { updateWebhook } from '../../../tools/webhooks/update-webhook.ts'
import { route, routeGroup } from '../route.ts'

export const webhooks = routeGroup('4.12', 'Webhooks that receive events', [
  route('POST', '/webhooks', registerWebhook, { action: 'webhook.register', status: 201 }),
  route('GET', '/webhooks', listWebhooks, { action: 'webhook.list' }),
  route('PUT', '/webhooks/:webhook_id', updateWebhook, { action: 'webhook.update' }),
  route('DELETE', '/webhooks/:webhook_id', deleteWebhook, { action: 'webhook.delete', status: 204 }),
  route('POST', '/webhooks/:webhook_id/test', testWebhook, { action: 'webhook.test', status: 202 }),
  route('GET', '/webhooks/:webhook_id/deliveries', listWebhookDeliveries, { action: 'webhook.deliveries' }),
  route('POST', '/webhooks/:webhook_id/deliveries/:delivery_id/replay', replayDelivery, {
    action: 'webhook.delivery.replay',
    status: 202,
  }),
  route('POST', '/webhooks/:webhook_id/replay', replayDeliveries, { action: 'webhook.replay', status: 202 }),
])
