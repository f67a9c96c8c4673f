import type { PageProps } from '../define-page.ts'
import { CsrfForm } from '../layout/csrf-form-element.tsx'
import { usePage } from '../layout/use-page.ts'
import { AdminFrame } from './parts/admin-frame.tsx'
import { columnLabel } from './parts/cell.tsx'

/** A confirmation before an action that is hard to undo. */
export interface Confirmation extends PageProps {
  lines: readonly string[]
  /** The submitted fields, sent again with the confirmation. */
  fields: Readonly<Record<string, string>>
  action: string
  /** The target of the cancel link. */
  back: string
}

export function ConfirmForm({ head, lines, fields, action, back }: Confirmation) {
  const { links } = usePage()
  return (
    <AdminFrame title={head.title}>
      <div class="asked">
        {lines.map(sentence => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <dl class="facts">
        {Object.entries(fields)
          .filter(([name, value]) => name !== 'to' && value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{columnLabel(name)}</dt>
              <dd>
                <bdi class="value">{value}</bdi>
              </dd>
            </div>
          ))}
      </dl>
      <CsrfForm action={action} label="Confirm">
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name="confirmed" value="yes" />
        <p class="in-line">
          <button type="submit" autofocus>
            Confirm
          </button>
          <a class="button" href={links.to(back)}>
            Cancel
          </a>
        </p>
      </CsrfForm>
    </AdminFrame>
  )
}
