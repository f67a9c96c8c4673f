import type { Option } from '../../../cli/cli-options.ts'
import { columnLabel } from './cell.tsx'

interface Filled {
  option: Option
  value: string | undefined
  fault?: string | undefined
}

/** The form field of one tool input. */
export function FormField(filled: Filled) {
  const { option, fault } = filled
  const { name, description, isRequired } = option
  const id = `field-${name}`
  const notes = [description, isRequired ? undefined : 'optional', option.isList ? 'one per line' : undefined]
  const note = notes.filter(part => part !== undefined).join('; ')
  return (
    <p class="field">
      <label for={id}>{columnLabel(name)}</label>
      <Control {...filled} id={id} />
      {note !== '' && <small id={`${id}-note`}>{note}</small>}
      {fault !== undefined && (
        <strong class="fault" id={`${id}-fault`}>
          {fault}
        </strong>
      )}
    </p>
  )
}

function Control({ option, value, fault, id }: Filled & { id: string }) {
  const { name, isRequired, default: defaultValue } = option
  const now = value ?? (defaultValue === undefined ? '' : String(defaultValue))
  const described = [option.description || !isRequired || option.isList ? `${id}-note` : '', fault ? `${id}-fault` : '']
  const terms = {
    ...{ id, name, required: isRequired },
    'aria-describedby': described.filter(part => part !== '').join(' ') || undefined,
    ...(fault !== undefined && { 'aria-invalid': 'true' as const }),
  }
  if (option.values.length > 0 || option.kind === 'switch') {
    const values = option.values.length > 0 ? option.values.map(String) : ['true', 'false']
    return (
      <select {...terms}>
        {!isRequired && defaultValue === undefined && <option value="">not set</option>}
        {values.map(one => (
          <option key={one} value={one} selected={one === now}>
            {one === 'true' ? 'yes' : one === 'false' ? 'no' : one}
          </option>
        ))}
      </select>
    )
  }
  if (option.kind === 'number') return <input {...terms} type="number" step="any" value={now} />
  if (option.kind === 'json' || option.isList || isWordy(option)) {
    return (
      <textarea {...terms} rows={3}>
        {now}
      </textarea>
    )
  }
  if (name === 'email') return <input {...terms} type="email" value={now} autocomplete="off" />
  return <input {...terms} type="text" value={now} autocomplete="off" />
}

const isWordy = ({ name, isLong }: Option) => isLong && /^(note|reason|content|evidence|public_key_pem)$/.test(name)

/** Reads tool inputs from a form. Empty fields are omitted; invalid values are passed on for the tool to reject. */
export function readFields(options: readonly Option[], form: URLSearchParams): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const option of options) {
    const text = form.get(option.name)
    if (text === null || text === '') continue
    const lines = text.replaceAll('\r\n', '\n')
    input[option.name] = option.isList
      ? lines.split('\n').flatMap(line => (line.trim() === '' ? [] : [readText(option, line.trim())]))
      : readText(option, lines)
  }
  return input
}

function readText({ kind }: Option, text: string): unknown {
  if (kind === 'number') return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text
  if (kind === 'switch') return text === 'true' ? true : text === 'false' ? false : text
  if (kind !== 'json') return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
