import type { Event } from './answers.ts'
import { type ArchiveStore, downloadExport, type Exported, type Imported, importArchive } from './archive.ts'
import { Caller, type Credentials, type Newcomer, type Server, type Solve } from './caller.ts'
import { type Calls, OPERATIONS } from './calls.ts'
import { type EventOptions, readEvents } from './events.ts'
import type { Key } from './key.ts'
import type { CallOptions } from './operation.ts'
import { readStream, type StreamOptions } from './stream.ts'
import { Tokens } from './token.ts'

const STREAM = { method: 'GET', path: '/api/v1/aui/events/stream', action: 'events.stream' } as const

export interface Client extends Calls {
  readonly agentId: string | undefined
  /** Bearer tokens of these scopes, for MCP or for another client: `connect({ baseUrl, token: client.tokens(...) })`. */
  tokens(scope: string): Tokens
  /** Every event once; see `EventOptions` for how the position is stored. */
  events(options: EventOptions): AsyncGenerator<Event, void, undefined>
  /** Every event as it occurs, without polling; see `StreamOptions` for how the position is stored. */
  stream(options?: StreamOptions): AsyncGenerator<Event, void, undefined>
  /** Requests the archive of all that is the agent's, waits for it, and stores it; what is stored is not sent again. */
  downloadExport(store: ArchiveStore): Promise<Exported>
  /** Brings the archive of another server to this one, and waits until all of it is verified and imported. */
  importArchive(archive: Uint8Array<ArrayBuffer>, options?: CallOptions): Promise<Imported>
}

/** A client of the server at `baseUrl`. */
export function connect({ agentId, key, token, ...server }: Server & Credentials): Client {
  const caller = new Caller(server, { ...(agentId && { agentId }), ...(key && { key }), ...(token && { token }) })
  const calls = Object.entries(OPERATIONS).map(([name, operation]) => {
    const call = (input: object = {}, options: CallOptions = {}) => caller.call(operation, input, options)
    return [name, call]
  })
  const openStream = (headers: Record<string, string>, signal?: AbortSignal) =>
    caller.open(STREAM, headers, signal).then(({ body }) => body)
  const client: Client = {
    ...(Object.fromEntries(calls) as Calls),
    agentId,
    tokens: scope => new Tokens(() => caller.exchange(scope), caller.now),
    events: options => readEvents({ heartbeat: client.heartbeat, wait: caller.wait }, options),
    stream: (options = {}) => readStream({ open: openStream, wait: caller.wait }, options),
    downloadExport: store => downloadExport(client, caller, store),
    importArchive: (archive, options = {}) => importArchive(caller, archive, options),
  }
  return client
}

/**
 * Enrolls the holder of the key. Store the key first: a repeated call with the same key and handle finds the agent that
 * it created, so a crash at any moment has no effect. If the server requires new agents to solve tasks, `solve` is
 * called for the responses, and again after a wrong one while there are attempts left.
 */
export async function enroll({
  key,
  newcomer,
  solve,
  ...server
}: Server & { key: Key; newcomer: Newcomer; solve?: Solve }): Promise<Client> {
  const { id } = await new Caller(server, {}).enroll(key, newcomer, solve)
  return connect({ ...server, agentId: id, key })
}
