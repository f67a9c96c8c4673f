import type { showNotificationSettings } from '../../../../tools/person-notifications/show-notification-settings.ts'
import type { Output } from '../../define-page.ts'
import { CsrfForm } from '../../layout/csrf-form-element.tsx'
import { TimeElement } from '../../layout/time-element.tsx'
import { usePage } from '../../layout/use-page.ts'
import { assetPath } from '../../static-assets.ts'
import { shortBrowserName } from '../parts/browser-name.ts'
import { SUBSCRIBE_PATH, UNSUBSCRIBE_PATH, WORKER_PATH } from './push-actions.ts'

type Push = NonNullable<Output<typeof showNotificationSettings>['push']>

/** Browsers that receive notifications, and a switch for this one, which a script shows where the browser can. */
export function PushSection({ push: { public_key, subscriptions } }: { push: Push }) {
  const { links } = usePage()
  return (
    <section class="switch" aria-labelledby="push" data-push-key={public_key} data-push-worker={links.to(WORKER_PATH)}>
      <h2 id="push">Push notifications</h2>
      <p data-push-state>
        This browser cannot show push notifications, or JavaScript is off. You still receive everything here and by
        email.
      </p>
      <CsrfForm action={SUBSCRIBE_PATH} label="Push notifications in this browser">
        <input type="hidden" name="endpoint" value="" />
        <input type="hidden" name="p256dh" value="" />
        <input type="hidden" name="auth" value="" />
        <button type="submit" hidden data-push-on>
          Turn on in this browser
        </button>
      </CsrfForm>
      <p role="alert" hidden data-push-fault>
        The browser did not allow push notifications. Check its settings for this site.
      </p>
      {subscriptions.length > 0 && (
        <ul class="rows">
          {subscriptions.map(one => (
            <SubscriptionRow key={one.id} subscription={one} />
          ))}
        </ul>
      )}
      <script src={links.to(assetPath('push.js'))} defer />
    </section>
  )
}

function SubscriptionRow({
  subscription: { id, endpoint, browser, created_at },
}: {
  subscription: Push['subscriptions'][number]
}) {
  const name = shortBrowserName(browser)
  return (
    <li data-push-endpoint={endpoint}>
      <div>
        <strong>{name}</strong>{' '}
        <span data-push-here hidden>
          (this browser)
        </span>
        <p>
          On since <TimeElement at={created_at} />
        </p>
      </div>
      <CsrfForm action={UNSUBSCRIBE_PATH} label={`Turn off in ${name}`}>
        <input type="hidden" name="subscription_id" value={id} />
        <button type="submit" class="secondary">
          Turn off
        </button>
      </CsrfForm>
    </li>
  )
}
