import type { Request, Response } from 'express'
import { createEntities, type Entity, entityReply, makeEntity } from '../http/entity.ts'
import type { HttpReply } from '../http/exchange.ts'

export type Handler = (request: Request, response: Response) => void | Promise<void>

/** Serves a path for GET, HEAD and OPTIONS, and rejects other methods. */
export type Get = (path: string, handler: Handler) => void

export interface ServedDocument {
  /** Media type, without its charset. */
  type: string
  /** By the parameters of its path. */
  make(parameters: Readonly<Record<string, unknown>>): string | Promise<string>
  headers?: Readonly<Record<string, string>>
}

const FIVE_MINUTES = 'public, max-age=300'
/** Cached, with revalidation of each use. */
const REVALIDATED = 'public, no-cache'

/** A constant document: rendered once, on first access. */
export function serveFixed(get: Get, path: string, served: ServedDocument): void {
  let made: Promise<Entity> | undefined
  const entity = async () => makeEntity(Buffer.from(await served.make({})))
  get(path, async (request, response) => {
    made ??= entity().catch(error => {
      made = undefined
      throw error
    })
    await respond(request, response, await made, describe(served, FIVE_MINUTES))
  })
}

/** A document that depends on settings: rendered each time, and compressed once per text. */
export function serveDynamic(get: Get, path: string, served: ServedDocument): void {
  const { entityOf } = createEntities()
  get(path, async (request, response) => {
    await respond(request, response, entityOf(await served.make(request.params)), describe(served, REVALIDATED))
  })
}

const describe = ({ type, headers }: ServedDocument, cacheControl: string): Described => ({
  content_type: `${type}; charset=utf-8`,
  headers: { 'Cache-Control': cacheControl, ...headers },
})

/** A document whose headers depend on its bytes. */
export function serveSigned(
  get: Get,
  path: string,
  { type, make }: { type: string; make(): Promise<{ body: Buffer; headers: Readonly<Record<string, string>> }> },
): void {
  get(path, async (request, response) => {
    const { body, headers } = await make()
    await respond(request, response, makeEntity(body), { content_type: type, headers })
  })
}

type Described = Required<Pick<HttpReply, 'content_type' | 'headers'>>

async function respond(request: Request, response: Response, entity: Entity, described: Described): Promise<void> {
  const reply = await entityReply(request.headers, entity, described)
  response.status(reply.status).set(reply.headers ?? {})
  if (reply.status === 200)
    response.set({ 'Content-Type': reply.content_type, 'Content-Length': `${reply.body.length}` })
  response.end(reply.body)
}
