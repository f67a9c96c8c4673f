import { z } from 'zod'
import { CSV, csvOf } from '../http/csv.ts'
import type { HttpReply } from '../http/exchange.ts'
import type { Route } from './route.ts'

type Members = Record<string, unknown>

/** Where the answer was asked for. */
interface Asked {
  /** As clients see it. */
  url: string
  query: URLSearchParams
}

/** The list of an answer as CSV; the next page is a link of its head (PURCHASE-54, PURCHASE-55). */
export function csvReply(
  { tool, csv }: Route,
  output: Members,
  { url, query }: Asked,
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

/** An object within it has a column for each of its members. */
const columnsOf = (shape: z.ZodObject, at: readonly string[] = []): string[][] =>
  Object.entries(shape.shape).flatMap(([name, member]) =>
    member instanceof z.ZodObject ? columnsOf(member, [...at, name]) : [[...at, name]],
  )

const valueAt = (item: Members, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (value as Members | null)?.[name], item)
