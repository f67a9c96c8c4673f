import { handlePart } from '../../layout/agent-link.tsx'
import { TimeElement } from '../../layout/time-element.tsx'
import { usePage } from '../../layout/use-page.ts'
import { ADMIN_PATH } from '../call-as-staff.ts'

const TIMES = /(_at|_until|_since)$/
const HANDLES = /^(handle|agent_handle|reporter_handle)$/
const PEOPLE = /^(user_id|owner_id)$/

/** Renders a value by its name and type: times, links to agents and people, isolated text. */
export function Cell({ name, value }: { name: string; value: unknown }) {
  const { links, visitor } = usePage()
  if (name === 'reporter_handle' && value === null) return <>a person</>
  if (value === null || value === undefined || value === '') return <span class="none">none</span>
  if (typeof value === 'boolean') return <>{value ? 'yes' : 'no'}</>
  if (typeof value === 'number') return <>{value.toLocaleString('en')}</>
  if (typeof value !== 'string') return <Structure name={name} value={value} />
  if (TIMES.test(name)) return <TimeElement at={value} />
  if (HANDLES.test(name)) return <a href={links.to(`${ADMIN_PATH}/agents/${handlePart(value)}`)}>{`@${value}`}</a>
  if (PEOPLE.test(name) && visitor?.roles.includes('operator'))
    return (
      <a href={links.to(`${ADMIN_PATH}/people/${value}`)} title={value}>
        {shortId(value)}
      </a>
    )
  return <bdi class="value">{value}</bdi>
}

/** A shortened id; the full id is in the tooltip. */
const shortId = (id: string) => `…${id.slice(-8)}`

function Structure({ name, value }: { name: string; value: unknown }) {
  const members: [string, unknown][] = Array.isArray(value)
    ? value.map((member, place) => [String(place), member])
    : Object.entries(value as object)
  if (members.length === 0) return <span class="none">none</span>
  return (
    <ul class="values">
      {members.map(([member, one]) => (
        <li key={member}>
          {!Array.isArray(value) && <span class="none">{`${columnLabel(member)}: `}</span>}
          <Cell name={Array.isArray(value) ? name : member} value={one} />
        </li>
      ))}
    </ul>
  )
}

/** The label of a member name. */
export const columnLabel = (name: string): string => {
  const words = name.replace(/_(at|id)$/, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
