import { z } from 'zod'
import { CSV, csvOf } from '../http/csv.ts'
import type { HttpReply } from '../http/exchange.ts'
import type { Route } from './route.ts'

type Members = Record<string, unknown>

/** The request URL. */
interface RequestUrl {
  /** As clients see it. */
  url: string
  query: URLSearchParams
}

/** The list of a response as CSV, with the next page in a Link header (PURCHASE-54, PURCHASE-55). */
export function csvReply(
  { tool, csv }: Route,
  output: Members,
  { url, query }: RequestUrl,
): Pick<HttpReply, 'body' | 'content_type' | 'headers'> {
  const { element } = tool.output.shape[csv!] as z.ZodArray<z.ZodObject>
  const columns = columnsOf(element)
  const rows = (output[csv!] as Members[]).map(item => columns.map(path => valueAt(item, path)))
  const names = columns.map(path => path.join('_'))
  const next = new URLSearchParams(query)
  if (output.next_cursor) next.set('cursor', String(output.next_cursor))
  return {
    body: csvOf(names, rows),
    content_type: `${CSV}; charset=utf-8; header=present`,
    headers: {
      'Content-Disposition': `attachment; filename="${csv}.csv"`,
      ...(output.next_cursor ? { Link: `<${url}?${next}>; rel="next"` } : {}),
    },
  }
}

/** A nested object has a column for each of its members. */
const columnsOf = (shape: z.ZodObject, at: readonly string[] = []): string[][] =>
  Object.entries(shape.shape).flatMap(([name, member]) =>
    member instanceof z.ZodObject ? columnsOf(member, [...at, name]) : [[...at, name]],
  )

const valueAt = (item: Members, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (value as Members | null)?.[name], item)
