import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import parseRange from 'range-parser'
import { findPart } from '../../storage/agent-export/agent-exports.ts'
import type { Queryable } from '../../storage/db/db.ts'
import { Problem } from '../../tools/core/problems/problem.ts'
import type { HttpReply } from '../http/exchange.ts'

interface Archive {
  export_id: string
  size_bytes: number
}

/** An archive, or the range of its bytes that was requested, part by part from the database (EXPORT-7). */
export function archiveReply(
  db: Queryable,
  request: IncomingHttpHeaders,
  { export_id, size_bytes }: Archive,
  common: Record<string, string>,
): HttpReply {
  const tag = `"${export_id}"`
  const range = requestedRange(request, tag, size_bytes)
  const { start, end } = range ?? { start: 0, end: size_bytes - 1 }
  return {
    status: range ? 206 : 200,
    headers: {
      ...common,
      ETag: tag,
      'Accept-Ranges': 'bytes',
      'Content-Length': String(end - start + 1),
      'Content-Disposition': 'attachment; filename="export.tar.gz"',
      ...(range ? { 'Content-Range': `bytes ${start}-${end}/${size_bytes}` } : {}),
    },
    content_type: 'application/gzip',
    body: '',
    stream: to => pipeline(Readable.from(bytesOf(db, export_id, start, end)), to),
  }
}

/** `undefined`: the whole archive; of several ranges too, as RFC 9110 permits. */
function requestedRange({ range, 'if-range': known }: IncomingHttpHeaders, tag: string, size: number) {
  if (range === undefined || (known !== undefined && known !== tag)) return undefined
  const ranges = parseRange(size, range)
  if (ranges === -1) {
    throw new Problem('range-not-satisfiable', `The archive has ${size} bytes.`)
  }
  return ranges === -2 || ranges.type !== 'bytes' || ranges.length > 1 ? undefined : ranges[0]
}

async function* bytesOf(db: Queryable, exportId: string, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at <= end; ) {
    const part = await findPart(db, exportId, at)
    if (!part) throw new Error('the archive was deleted while it was downloaded')
    const bytes = part.content.subarray(at - part.first_byte, end + 1 - part.first_byte)
    yield bytes
    at += bytes.length
  }
}
