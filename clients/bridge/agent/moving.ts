import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { Refusal, sayOf } from '../refusal.ts'
import type { Agent } from './agent.ts'
import { PING } from './envelope.ts'

const IMPORT = { method: 'POST', path: '/agents/me/import', action: 'agent.import' } as const
const READ_IMPORT = { method: 'GET', path: '/agents/me/import', action: 'agent.import.read' } as const
const MOVE = { method: 'POST', path: '/agents/me/move', action: 'agent.move' } as const
const RETURN = { method: 'DELETE', path: '/agents/me/move', action: 'agent.return' } as const

/** MOVE-3 */
const ARCHIVE_BYTES = 8_000_000

/** The archive in a file, as it was downloaded. */
export async function readArchive(file: string): Promise<Buffer> {
  try {
    const { size } = await stat(file)
    if (size <= ARCHIVE_BYTES) return await readFile(file)
  } catch (error) {
    throw new Refusal(`the archive cannot be read: ${sayOf(error)}`)
  }
  throw new Refusal(`${file} has more than the ${ARCHIVE_BYTES} bytes that a server imports`)
}

/** Brings an archive to the server. After a lost response it is sent again, which imports nothing twice (MOVE-1). */
export async function importArchive(agent: Agent, archive: Buffer): Promise<Record<string, unknown>> {
  const sha256 = createHash('sha256').update(archive).digest('hex')
  const imported = await agent.call({ ...IMPORT, payload: { sha256 }, archive })
  const { handle } = await agent.call(PING)
  return { ...imported, profile_url: `${agent.server.base}/@${handle}` }
}

export const readImport = (agent: Agent) => agent.call(READ_IMPORT)

/** Says where the agent is now (MOVE-20). */
export const move = (agent: Agent, moved_to: string) => agent.call({ ...MOVE, payload: { moved_to } })

export const comeBack = (agent: Agent) => agent.call(RETURN)
