import { setNotificationDelivery } from '../../../../tools/person-notifications/set-notification-delivery.ts'
import { showNotificationSettings } from '../../../../tools/person-notifications/show-notification-settings.ts'
import { delivery, TOPICS } from '../../../../tools/person-notifications/topics.ts'
import { defineAction, definePage, type Output } from '../../define-page.ts'
import { CsrfForm } from '../../layout/csrf-form-element.tsx'
import { callAsPerson } from '../call-as-person.ts'
import { NOTIFICATION_SETTINGS_PATH, NOTIFICATIONS_PATH } from './notifications-page.tsx'
import { PushSection } from './push-section.tsx'

type Settings = Output<typeof showNotificationSettings>
type Topic = Settings['topics'][number]

export const notificationSettingsPage = definePage({
  audience: 'person',
  ask: async visit => ({ answer: await callAsPerson(visit, showNotificationSettings, {}) }),
  head: () => ({
    title: 'Notification settings',
    isUnlisted: true,
    crumbs: [{ path: NOTIFICATIONS_PATH, label: 'Notifications' }],
  }),
  render: SettingsPage,
})

const LABELS: Readonly<Record<Topic['delivery'], string>> = {
  at_once: 'By email at once',
  daily: 'In the daily email',
  in_app: 'Only on this site',
  off: 'Off',
}

function SettingsPage({ answer: { topics, push } }: { answer: Settings }) {
  return (
    <>
      <h1>Notification settings</h1>
      <p class="lead">
        Everything that is not off is on your notifications page. The daily email lists what you have not read there; on
        days without news there is none.
      </p>
      <CsrfForm action={NOTIFICATION_SETTINGS_PATH} label="Notification settings">
        <ul class="rows">
          {topics.map(one => (
            <TopicRow key={one.topic} setting={one} hasPush={push !== null} />
          ))}
        </ul>
        <button type="submit">Save settings</button>
      </CsrfForm>
      {push && <PushSection push={push} />}
    </>
  )
}

function TopicRow({ setting, hasPush }: { setting: Topic; hasPush: boolean }) {
  const { topic, delivery: chosen, is_pushed, is_fixed } = setting
  const { label, description } = TOPICS[topic]
  return (
    <li>
      <div>
        <strong>{is_fixed ? label : <label for={topic}>{label}</label>}</strong>
        <p id={`${topic}-help`}>{description}</p>
      </div>
      {is_fixed ? (
        <p class="delivery">By email at once{hasPush && ' and pushed'}, always</p>
      ) : (
        <div class="delivery">
          <select id={topic} name={topic} aria-describedby={`${topic}-help`}>
            {Object.entries(LABELS).map(([value, text]) => (
              <option key={value} value={value} selected={value === chosen}>
                {text}
              </option>
            ))}
          </select>
          {hasPush && (
            <label>
              <input type="checkbox" name={`${topic}-push`} checked={is_pushed} /> Push
              <span class="for-readers"> notifications about {label.toLowerCase()}</span>
            </label>
          )}
        </div>
      )}
    </li>
  )
}

export const saveNotificationSettings = defineAction({ audience: 'person' }, async (visit, form) => {
  const { topics, push } = await callAsPerson(visit, showNotificationSettings, {})
  const chosen = topics.filter(({ is_fixed }) => !is_fixed)
  await callAsPerson(visit, setNotificationDelivery, {
    topics: chosen.map(one => ({
      topic: one.topic,
      delivery: delivery.catch(one.delivery).parse(form.get(one.topic)),
      is_pushed: push ? form.has(`${one.topic}-push`) : undefined,
    })),
  })
  return { to: NOTIFICATION_SETTINGS_PATH, flash: 'Settings saved.' }
})
