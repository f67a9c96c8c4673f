import type { z } from 'zod'
import { listSettings } from '../../../tools/settings/list-settings.ts'
import { definePage, type Shown } from '../page.ts'
import { Form } from '../shell/form.tsx'
import { labelOf } from './parts/cell.tsx'
import { Frame } from './parts/frame.tsx'
import { ask, HERE } from './staff.ts'
import { verbPath } from './verb-path.ts'

type Setting = z.output<typeof listSettings.output>['settings'][number]

interface SettingsView extends Shown {
  families: readonly [name: string, settings: readonly Setting[]][]
}

const PATH = `${HERE}/settings`

export const settingsPage = definePage({
  audience: 'operator',
  ask: async visit => ({ answer: await ask(visit, listSettings, {}) }),
  view: ({ answer: { settings } }): SettingsView => ({
    head: { title: 'Settings', isUnlisted: true, isWide: true },
    families: familiesOf(settings),
  }),
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

function SettingsPage({ families }: SettingsView) {
  return (
    <Frame title="Settings" lead="Running servers follow a change within a second; each stands in the audit.">
      {families.map(([family, settings]) => (
        <section key={family}>
          <h2>{labelOf(family)}</h2>
          {settings.map(setting => (
            <SettingForm key={setting.name} setting={setting} />
          ))}
        </section>
      ))}
    </Frame>
  )
}

function SettingForm({ setting: { name, value, preset, is_set, description } }: { setting: Setting }) {
  return (
    <div class="setting">
      <h3>
        <code>{name}</code>
      </h3>
      <p>
        {capitalized(description)}. By default {String(preset)}
        {is_set ? '; it is set.' : '.'}
      </p>
      <div class="in-line">
        <Form action={verbPath('setting set')} label={`Set ${name}`}>
          <input type="hidden" name="name" value={name} />
          <input type="hidden" name="to" value={PATH} />
          <div class="in-line">
            {typeof preset === 'boolean' ? (
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
        </Form>
        {is_set && (
          <Form action={verbPath('setting unset')} label={`Unset ${name}`}>
            <input type="hidden" name="name" value={name} />
            <input type="hidden" name="to" value={PATH} />
            <button type="submit" class="outline">
              Back to the default
            </button>
          </Form>
        )}
      </div>
    </div>
  )
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
