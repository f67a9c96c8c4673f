import type { Caller } from './caller.ts'
import type { Calls } from './calls.ts'
import { type Bytes, hex } from './encoding.ts'
import type { CallOptions } from './operation.ts'
import { Problem, Unreachable } from './problem.ts'

/** Where the archive of an export is stored, such as in a file that its id names. */
export interface ArchiveStore extends CallOptions {
  /** Bytes of this export that are stored already. */
  size(exportId: string): number | Promise<number>
  append(exportId: string, bytes: Uint8Array): unknown
}

export type Exported = Awaited<ReturnType<Calls['getAgentExport']>>
export type Imported = Awaited<ReturnType<Calls['getAgentImport']>>

const POLL_MS = 2_000
const RETRY_MS = 2_000
/** Failures in a row, without a byte in between, after which it gives up. */
const MAX_FAILURES = 10
const ME = { identifier: 'me' }

const DOWNLOAD = {
  method: 'GET',
  path: '/api/v1/aui/agents/me/export/archive',
  action: 'agent.export.download',
} as const
const IMPORT = { method: 'POST', path: '/api/v1/aui/agents/me/import', action: 'agent.import' } as const

type ExportCalls = Pick<Calls, 'requestAgentExport' | 'getAgentExport'>

/** Requests an archive, or takes that of the last day, and stores what is missing of it, chunk by chunk. */
export async function downloadExport(calls: ExportCalls, caller: Caller, store: ArchiveStore): Promise<Exported> {
  const { signal } = store
  const made = await awaitArchive(calls, caller, store)
  const { export_id: id, size_bytes } = made
  let at = await store.size(id)
  for (let failures = 0; at < size_bytes!; ) {
    const before = at
    try {
      for await (const bytes of download(caller, id, at, signal)) {
        await store.append(id, bytes)
        at += bytes.length
        failures = 0
      }
      if (at === before) throw new Unreachable('the download had no bytes')
    } catch (error) {
      if (signal?.aborted || !mayPass(error) || ++failures >= MAX_FAILURES) throw error
      await caller.wait(RETRY_MS, signal)
    }
  }
  return made
}

const mayPass = (error: unknown) => error instanceof Unreachable || (error instanceof Problem && error.isPassing)

/** The bytes of the archive from a position on. */
async function* download(caller: Caller, id: string, at: number, signal?: AbortSignal) {
  const ranged = { range: `bytes=${at}-`, 'if-range': `"${id}"` }
  const { status, body } = await caller.open(DOWNLOAD, at > 0 ? ranged : {}, signal)
  // A server that has another archive by now sends the whole of it.
  if (status === (at > 0 ? 206 : 200)) return yield* chunksOf(body)
  await body.cancel()
  throw new TypeError('the export was replaced during its download')
}

async function awaitArchive(
  { requestAgentExport, getAgentExport }: ExportCalls,
  { wait }: Caller,
  { signal }: CallOptions,
): Promise<Exported> {
  const options = signal ? { signal } : {}
  let made = await requestAgentExport(ME, options).catch(error => {
    if (!(error instanceof Problem) || error.slug !== 'export-too-soon') throw error
    return getAgentExport(ME, options)
  })
  while (made.status !== 'completed') {
    await wait(POLL_MS, signal)
    made = await getAgentExport(ME, options)
  }
  return made
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(error => {
        throw new Unreachable('the download was interrupted', { cause: error })
      })
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** Brings an archive to this server; sent again after a lost response, it is imported once (MOVE-1). */
export async function importArchive(caller: Caller, archive: Bytes, { signal }: CallOptions): Promise<Imported> {
  const sha256 = hex(new Uint8Array(await crypto.subtle.digest('SHA-256', archive)))
  return (await caller.upload(IMPORT, archive, { sha256 }, signal)) as Imported
}
