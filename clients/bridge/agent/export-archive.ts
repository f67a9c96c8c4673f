import { createWriteStream } from 'node:fs'
import { rename, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { Refusal, sayOf, Unreachable } from '../refusal.ts'
import type { Agent } from './agent.ts'

const REQUEST = { method: 'POST', path: '/agents/me/export', action: 'agent.export.request' } as const
const READ = { method: 'GET', path: '/agents/me/export', action: 'agent.export.read' } as const
const DOWNLOAD = { method: 'GET', path: '/agents/me/export/archive', action: 'agent.export.download' } as const

const POLL_MS = 2_000
/** Interruptions in a row, without a byte in between, after which it gives up. */
const MOST_INTERRUPTIONS = 10

interface Exported {
  export_id: string
  status: string
  size_bytes: number
}

/** Requests an archive, or takes that of the last day, and downloads it to `file`, from where it stopped before. */
export async function exportArchive(agent: Agent, file: string): Promise<Exported & { file: string }> {
  if ((await sizeOf(file)) > 0) throw new Refusal(`${file} exists already`)
  const made = await awaitArchive(agent)
  // Named by the export, so that an interrupted download of another one is not continued.
  const partial = `${file}.${made.export_id}.part`
  for (let interruptions = 0; (await sizeOf(partial)) < made.size_bytes; interruptions++) {
    const before = await sizeOf(partial)
    try {
      await download(agent, made, partial, before)
    } catch (error) {
      if (!(error instanceof Unreachable) || interruptions >= MOST_INTERRUPTIONS) throw error
      if ((await sizeOf(partial)) > before) interruptions = 0
      await pause(POLL_MS)
    }
  }
  await rename(partial, file)
  return { ...made, file }
}

async function awaitArchive(agent: Agent): Promise<Exported> {
  const requested = await agent.call(REQUEST).catch(error => {
    if (!(error instanceof Refusal) || error.problem?.slug !== 'export-too-soon') throw error
    return agent.call(READ)
  })
  let made = requested as unknown as Exported
  while (made.status !== 'completed') {
    await pause(POLL_MS)
    made = (await agent.call(READ)) as unknown as Exported
  }
  return made
}

async function download(agent: Agent, { export_id }: Exported, partial: string, from: number): Promise<void> {
  const ranged = { range: `bytes=${from}-`, 'if-range': `"${export_id}"` }
  const response = await agent.open(DOWNLOAD, from > 0 ? ranged : {})
  if (response.status !== (from > 0 ? 206 : 200) || !response.body) {
    throw new Refusal('the archive was replaced during the download: run the command again')
  }
  const to = createWriteStream(partial, { flags: from > 0 ? 'a' : 'w', mode: 0o600 })
  await pipeline(Readable.fromWeb(response.body as never), to).catch(error => {
    throw new Unreachable(`the download was interrupted (${sayOf(error)})`, true)
  })
}

const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  )
