import { readFileSync } from 'node:fs'
import path from 'node:path'
import { endPushSubscription } from '../../../../tools/person-notifications/end-push-subscription.ts'
import { subscribeToPush } from '../../../../tools/person-notifications/subscribe-to-push.ts'
import { defineAction, defineResource } from '../../define-page.ts'
import { callAsPerson } from '../call-as-person.ts'
import { NOTIFICATION_SETTINGS_PATH } from './notifications-page.tsx'

const PUSH_PATH = `${NOTIFICATION_SETTINGS_PATH}/push`
export const SUBSCRIBE_PATH = `${PUSH_PATH}/subscribe`
export const UNSUBSCRIBE_PATH = `${PUSH_PATH}/unsubscribe`
/** A fixed address, by which browsers look for newer versions of it. */
export const WORKER_PATH = '/internal/service-worker.js'

const back = () => NOTIFICATION_SETTINGS_PATH

export const subscribeAction = defineAction({ audience: 'person', back }, async (visit, form) => {
  const field = (name: string) => form.get(name) ?? ''
  await callAsPerson(visit, subscribeToPush, {
    endpoint: field('endpoint'),
    p256dh: field('p256dh'),
    auth: field('auth'),
  })
  return { to: NOTIFICATION_SETTINGS_PATH, flash: 'Push notifications are on in this browser.' }
})

export const endSubscriptionAction = defineAction({ audience: 'person', back }, async (visit, form) => {
  await callAsPerson(visit, endPushSubscription, { subscription_id: form.get('subscription_id') ?? '' })
  return { to: NOTIFICATION_SETTINGS_PATH, flash: 'Push notifications are off in that browser.' }
})

const WORKER = readFileSync(path.join(import.meta.dirname, '../../assets/service-worker.js'))

/** Shows what arrives while no page is open. */
export const serviceWorker = defineResource({
  audience: 'anyone',
  answer: async () => ({
    status: 200,
    headers: { 'Cache-Control': 'no-cache' },
    body: WORKER,
    content_type: 'text/javascript; charset=utf-8',
  }),
})
