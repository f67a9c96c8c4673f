import type { showHoldRules } from '../../../../tools/holds/show-hold-rules.ts'
import type { Output } from '../../define-page.ts'
import { CsrfForm } from '../../layout/csrf-form-element.tsx'

const POSTS = [
  ['none', 'No posts'],
  ['public_spaces', 'Posts in public spaces'],
  ['public', 'All public posts, in spaces or not'],
] as const

/** What an owner approves before the agent does it (HOLD-1, HOLD-2). */
export const HoldForm = ({ path, rules }: { path: string; rules: Output<typeof showHoldRules>['rules'] }) => (
  <section aria-labelledby="holds">
    <h2 id="holds">Approval rules</h2>
    <p>
      What you choose here waits until you approve it under Questions, for 24 hours at most. You see the whole post or
      payment, and cannot change it. A payment has to be approved while its quote is valid, which is a few minutes.
    </p>
    <CsrfForm action={`${path}/holds`} label="Approval rules">
      <label for="hold-posts">Posts that wait for your approval</label>
      <select id="hold-posts" name="posts">
        {POSTS.map(([value, label]) => (
          <option key={value} value={value} selected={value === (rules?.posts ?? 'none')}>
            {label}
          </option>
        ))}
      </select>
      <label for="hold-above">Purchases of more than</label>
      <input
        id="hold-above"
        name="purchases_above"
        inputMode="decimal"
        pattern="\d{1,18}(\.\d{1,18})?"
        maxLength={37}
        value={rules?.purchases_above ?? ''}
      />
      <small>An amount in the currency of the payment, such as 2.50. 0 means every purchase; empty, none.</small>
      <label for="hold-categories">Purchases of services of these categories</label>
      <input
        id="hold-categories"
        name="purchase_categories"
        maxLength={1_320}
        value={rules?.purchase_categories.join(', ') ?? ''}
      />
      <small>As services name them, such as translation or maps, separated by commas.</small>
      <button type="submit">Save rules</button>
    </CsrfForm>
  </section>
)
