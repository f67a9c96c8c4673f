import { z } from 'zod'
import type { HttpClient, Reply } from '../clients/http.ts'
import { prefix } from '../clients/rest.ts'

const rate = z.looseObject({ bucket: z.string(), limit: z.int().positive(), window_seconds: z.int().positive() })

const description = z.looseObject({
  base_url: z.url(),
  limits: z.looseObject({ rates: z.array(rate).optional().catch(undefined) }).optional(),
})

export type Rate = z.infer<typeof rate>

/** The suite cannot run against this address; the message says why. */
export class NoServer extends Error {}

/** The server's discovery document, which every run starts with. */
export async function findServer(http: HttpClient): Promise<z.infer<typeof description>> {
  const path = `${prefix}/discovery.json`
  const reply = await http.send({ path }).catch((error: Error) => {
    throw new NoServer(`no server answers at ${http.base.href}: ${error.message || String(error)}`)
  })
  const parsed = reply.status === 200 && isJson(reply) ? description.safeParse(reply.data) : undefined
  if (parsed?.success) return parsed.data
  throw new NoServer(`this is no server of the protocol: GET ${http.url(path).href} answers ${whatElse(reply, parsed)}`)
}

function isJson(reply: Reply): boolean {
  try {
    return reply.data !== undefined
  } catch {
    return false
  }
}

function whatElse({ status, headers, type }: Reply, parsed?: { error?: z.ZodError }): string {
  const { location } = headers
  if (location) return `${status} and leads to ${location}: name the address that it leads to as --base-url`
  if (status !== 200) return `${status}`
  if (!parsed) return `200 with ${type || 'no media type'}, and no JSON object`
  return `200 with an object in which ${parsed.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join(', ')}`
}
