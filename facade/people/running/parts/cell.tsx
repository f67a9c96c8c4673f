import { useGround } from '../../shell/ground.ts'
import { Time } from '../../shell/time.tsx'
import { HERE } from '../staff.ts'

const TIMES = /(_at|_until|_since)$/
const HANDLES = /^(handle|agent_handle|reporter_handle)$/
const PEOPLE = /^(user_id|owner_id)$/

/** A member of an answer as it is read: times, links to agents and people, words of others apart from ours. */
export function Cell({ name, value }: { name: string; value: unknown }) {
  const { links, visitor } = useGround()
  if (value === null || value === undefined || value === '') return <span class="none">none</span>
  if (typeof value === 'boolean') return <>{value ? 'yes' : 'no'}</>
  if (typeof value === 'number') return <>{value.toLocaleString('en')}</>
  if (typeof value !== 'string') return <Structure name={name} value={value} />
  if (TIMES.test(name)) return <Time at={value} />
  if (HANDLES.test(name)) return <a href={links.to(`${HERE}/agents/${encodeURIComponent(value)}`)}>{`@${value}`}</a>
  if (PEOPLE.test(name) && visitor?.roles.includes('operator'))
    return (
      <a href={links.to(`${HERE}/people/${value}`)} title={value}>
        {shortId(value)}
      </a>
    )
  return <bdi class="value">{value}</bdi>
}

/** Enough of an id to tell it from others on a page; the whole is behind it. */
const shortId = (id: string) => `…${id.slice(-8)}`

function Structure({ name, value }: { name: string; value: unknown }) {
  if (Array.isArray(value) && value.every(member => typeof member === 'string')) {
    if (value.length === 0) return <span class="none">none</span>
    return (
      <ul class="values">
        {value.map(member => (
          <li key={member}>
            <Cell name={name} value={member} />
          </li>
        ))}
      </ul>
    )
  }
  return <code class="value">{JSON.stringify(value, null, 1)}</code>
}

/** A name of data, for people. */
export const labelOf = (name: string): string => {
  const words = name.replace(/_(at|id)$/, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
