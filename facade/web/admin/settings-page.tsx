import { listSettings } from '../../../tools/settings/list-settings.ts'
import { definePage, type Output } from '../define-page.ts'
import { CsrfForm } from '../layout/csrf-form-element.tsx'
import { ADMIN_PATH, callTool } from './call-as-staff.ts'
import { commandPath } from './command-path.ts'
import { AdminFrame } from './parts/admin-frame.tsx'
import { columnLabel } from './parts/cell.tsx'

type Setting = Output<typeof listSettings>['settings'][number]

const PATH = `${ADMIN_PATH}/settings`

export const settingsPage = definePage({
  audience: 'operator',
  ask: async visit => ({ answer: await callTool(visit, listSettings, {}) }),
  head: () => ({ title: 'Settings', isUnlisted: true, isWide: true }),
  render: SettingsPage,
})

function familiesOf(settings: readonly Setting[]): [string, Setting[]][] {
  const families = new Map<string, Setting[]>()
  for (const setting of settings) {
    const [family] = setting.name.split('.') as [string]
    families.set(family, [...(families.get(family) ?? []), setting])
  }
  return [...families]
}

function SettingsPage({ answer: { settings } }: { answer: Output<typeof listSettings> }) {
  return (
    <AdminFrame
      title="Settings"
      lead="Running servers apply a change within a second. Each change is recorded in the audit log."
    >
      {familiesOf(settings).map(([family, settings]) => (
        <section key={family}>
          <h2>{columnLabel(family)}</h2>
          {settings.map(setting => (
            <SettingForm key={setting.name} setting={setting} />
          ))}
        </section>
      ))}
    </AdminFrame>
  )
}

function SettingForm({ setting: { name, value, default: defaultValue, is_set, description } }: { setting: Setting }) {
  return (
    <div class="setting">
      <h3>
        <code>{name}</code>
      </h3>
      <p>
        {capitalized(description)}. Default: {String(defaultValue)} {is_set ? ' (overridden).' : '.'}
      </p>
      <div class="in-line">
        <CsrfForm action={commandPath('setting set')} label={`Set ${name}`}>
          <input type="hidden" name="name" value={name} />
          <input type="hidden" name="to" value={PATH} />
          <div class="in-line">
            {typeof defaultValue === 'boolean' ? (
              <select name="value" aria-label={name}>
                {['true', 'false'].map(one => (
                  <option key={one} value={one} selected={one === String(value)}>
                    {one}
                  </option>
                ))}
              </select>
            ) : (
              <input name="value" aria-label={name} value={String(value)} inputmode="decimal" required />
            )}
            <button type="submit">Set</button>
          </div>
        </CsrfForm>
        {is_set && (
          <CsrfForm action={commandPath('setting unset')} label={`Reset ${name}`}>
            <input type="hidden" name="name" value={name} />
            <input type="hidden" name="to" value={PATH} />
            <button type="submit" class="outline">
              Reset to default
            </button>
          </CsrfForm>
        )}
      </div>
    </div>
  )
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
