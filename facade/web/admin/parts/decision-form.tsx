import { CsrfForm } from '../../layout/csrf-form-element.tsx'
import { usePage } from '../../layout/use-page.ts'
import { assetPath } from '../../static-assets.ts'

export interface DecisionChoice {
  decision: string
  label: string
  key: string
}

interface Deciding {
  action: string
  choices: readonly DecisionChoice[]
  /** Explains the note field. */
  note: string
  /** The path of the next item in the queue, if there is one. */
  next: string | undefined
}

/** A decision form. A script adds keyboard shortcuts to its buttons. */
export function DecisionForm({ action, choices, note, next }: Deciding) {
  const { links } = usePage()
  return (
    <aside class="decide" aria-labelledby="decide">
      <h2 id="decide">Decide</h2>
      <CsrfForm action={action} label="Decide">
        <label for="note">Note</label>
        <textarea id="note" name="note" rows={2} maxLength={2000} aria-describedby="note-note" />
        <small id="note-note">{note}</small>
        {choices.map(({ decision, label, key }) => (
          <button key={decision} type="submit" name="decision" value={decision} data-key={key}>
            <span>{label}</span>
            <kbd hidden>{key}</kbd>
          </button>
        ))}
      </CsrfForm>
      {next !== undefined && (
        <a class="button" href={links.to(next)} data-key="n">
          Skip <kbd hidden>n</kbd>
        </a>
      )}
      <p class="keys-note" data-keys hidden>
        Press a key to decide when no field has focus. <button type="button">Turn off keyboard shortcuts</button>
      </p>
      <script src={links.to(assetPath('keys.js'))} defer />
    </aside>
  )
}
