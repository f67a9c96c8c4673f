import { handlePart } from '../../layout/agent-link.tsx'
import { TimeElement } from '../../layout/time-element.tsx'
import { usePage } from '../../layout/use-page.ts'
import { ADMIN_PATH } from '../call-as-staff.ts'

const TIMES = /(_at|_until|_since)$/
const HANDLES = /^(handle|agent_handle|reporter_handle)$/
const PEOPLE = /^(user_id|owner_id)$/

/** Renders a value by its name and type: times, links to agents and people, isolated text. */
export function Cell({
  name,
  value,
  row = {},
}: {
  name: string
  value: unknown
  row?: Readonly<Record<string, unknown>>
}) {
  const { links, visitor } = usePage()
  if (name === 'reporter_handle' && value === null) return <>a person</>
  if (value === null || value === undefined || value === '') return <span class="none">none</span>
  if (typeof value === 'boolean') return <>{value ? 'yes' : 'no'}</>
  if (typeof value === 'number') return <>{value.toLocaleString('en')}</>
  if (typeof value !== 'string') return <Structure name={name} value={value} />
  if (name === 'actor') return <Actor actor={value} name={row.actor_name} />
  if (TIMES.test(name)) return <TimeElement at={value} />
  if (HANDLES.test(name)) return <a href={links.to(`${ADMIN_PATH}/agents/${handlePart(value)}`)}>{`@${value}`}</a>
  if (PEOPLE.test(name) && visitor?.roles.includes('operator'))
    return (
      <a class="slug" href={links.to(`${ADMIN_PATH}/people/${value}`)} title={value}>
        {shortId(value)}
      </a>
    )
  if (ID.test(value)) {
    return (
      <code class="slug" title={value}>
        {shortId(value)}
      </code>
    )
  }
  return <bdi class={SLUG.test(value) ? 'slug' : 'value'}>{value}</bdi>
}

/** UUIDs and digests, which are shown by their end. */
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$|^[0-9a-f]{40,128}$/
/** Names of commands, statuses and the like, which are not broken. */
const SLUG = /^[a-z0-9]+(?:[_:.-][a-z0-9]+){0,5}$/

/** Who did it: a person by name, or a user of the machine. */
function Actor({ actor, name }: { actor: string; name: unknown }) {
  const { links } = usePage()
  const [kind, id] = [actor.slice(0, actor.indexOf(':')), actor.slice(actor.indexOf(':') + 1)]
  if (kind === 'operator') {
    return (
      <span class="slug">
        <bdi>{id}</bdi> <small>command line</small>
      </span>
    )
  }
  if (kind !== 'person') return <bdi class="slug">{actor}</bdi>
  return (
    <a href={links.to(`${ADMIN_PATH}/people/${id}`)} title={id}>
      {typeof name === 'string' && name !== '' ? <bdi>{name}</bdi> : shortId(id)}
    </a>
  )
}

/** A shortened id; the full id is in the tooltip. */
const shortId = (id: string) => `…${id.slice(-8)}`

function Structure({ name, value }: { name: string; value: unknown }) {
  const members: [string, unknown][] = Array.isArray(value)
    ? value.map((member, index) => [String(index), member])
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
  const label = name.replace(/_(at|id)$/, '').replaceAll('_', ' ')
  return label.charAt(0).toUpperCase() + label.slice(1)
}
