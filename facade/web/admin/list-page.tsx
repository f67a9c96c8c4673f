import type { z } from 'zod'
import type { OperatorTool, Typed } from '../../../tools/core/define-tool.ts'
import { type Option, optionsOf } from '../../cli/cli-options.ts'
import { definePage, type Page } from '../define-page.ts'
import { EmptyState } from '../layout/empty-state.tsx'
import { usePage } from '../layout/use-page.ts'
import { callTool } from './call-as-staff.ts'
import { AdminFrame } from './parts/admin-frame.tsx'
import { FormField, readFields } from './parts/form-field.tsx'
import { type RowLink, type TableRow, TableRows } from './parts/table-rows.tsx'

/** How the output of a list tool is shown. */
interface Listing {
  path: string
  title: string
  lead: string
  tool: Typed<OperatorTool, z.ZodObject, z.ZodObject>
  /** The member of the output that contains the rows. */
  member: string
  columns: readonly string[]
  rowLinks?: (row: TableRow) => readonly RowLink[]
  /** Actions that do not belong to a row. */
  links?: readonly RowLink[]
  /** The explanation for an empty list. */
  empty: string
}

interface Props {
  listing: Listing
  filters: readonly Option[]
  given: Readonly<Record<string, string>>
  answer: TableRow
}

const PAGING = ['limit', 'cursor', 'before']

/** A list page. Its filters are the inputs of its tool. */
export function listPage(listing: Listing): Page {
  const { tool, title } = listing
  const options = optionsOf({ name: '', tool, positional: [] })
  const filters = options.filter(({ name }) => !PAGING.includes(name))
  return definePage({
    audience: tool.role,
    ask: async visit => ({
      ...{ listing, filters, given: givenIn(filters, visit.query) },
      answer: (await callTool(visit, tool, readFields(options, visit.query))) as TableRow,
    }),
    head: () => ({ title, isUnlisted: true, isWide: true }),
    render: ListPage,
  })
}

const givenIn = (filters: readonly Option[], query: URLSearchParams) =>
  Object.fromEntries(filters.flatMap(({ name }) => (query.get(name) ? [[name, query.get(name)!]] : [])))

function nextOf({ next_cursor, next_before }: TableRow): Record<string, string> | undefined {
  if (typeof next_cursor === 'string') return { cursor: next_cursor }
  return typeof next_before === 'string' ? { before: next_before } : undefined
}

function ListPage({ listing, filters, given, answer }: Props) {
  const { links } = usePage()
  const { path, title, lead, member, columns, rowLinks, links: relatedLinks = [], empty } = listing
  const rows = answer[member] as TableRow[]
  const next = nextOf(answer)
  return (
    <AdminFrame title={title} lead={lead}>
      {relatedLinks.length > 0 && (
        <p class="in-line">
          {relatedLinks.map(({ label, to }) => (
            <a key={to} class="button primary" href={links.to(to)}>
              {label}
            </a>
          ))}
        </p>
      )}
      {filters.length > 0 && (
        <form class="filters" action={links.to(path)} aria-label={`Filter ${title.toLowerCase()}`}>
          {filters.map(option => (
            <FormField key={option.name} option={option} value={given[option.name]} />
          ))}
          <p class="field">
            <button type="submit">Show</button>
          </p>
        </form>
      )}
      {rows.length === 0 ? (
        <EmptyState title="No results">{empty}</EmptyState>
      ) : (
        <TableRows
          caption={`${title}, ${rows.length} shown`}
          rows={rows}
          columns={columns}
          {...(rowLinks && { rowLinks })}
        />
      )}
      {next && (
        <nav class="pager" aria-label="Pages">
          <a class="button" rel="next" href={links.to(`${path}?${new URLSearchParams({ ...given, ...next })}`)}>
            Older
          </a>
        </nav>
      )}
    </AdminFrame>
  )
}
