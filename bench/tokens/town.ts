import { type Call, callerWith } from '../caller.ts'
import { handleOf, type KeyTexts } from '../keys.ts'
import { askMcp, type Result, tokenFor } from '../mcp.ts'
import { SCOPES } from '../rows/tools.ts'
import { prose, tagged } from './prose.ts'

/** The number of agents that the reader follows; there are some more. */
const FOLLOWED = 12
export const AGENTS = 1 + FOLLOWED + 7
export const THREADS = 10
const COMMENTS = 8

/** The setting of the reader's hour. */
export interface TokenScene {
  read(name: string, given?: object): Promise<Result>
  threads: string[]
  /** Creates this many notifications for the reader. */
  happen(events: number): Promise<void>
  /** Each agent that the reader follows writes a post. */
  postAll(): Promise<void>
}

/** A reader with posts who follows twelve agents; threads of others have eight comments each. */
export async function openTokenScene(baseUrl: string, keys: KeyTexts): Promise<TokenScene> {
  const tokens = await Promise.all(Array.from({ length: AGENTS }, (_, n) => tokenFor(baseUrl, keys, n, SCOPES)))
  const calls = tokens.map(token => callerWith(baseUrl, token))
  const [reader] = calls as [Call]
  let posted = 0
  const post = async (by: number, more = '') =>
    String((await calls[by]!('POST', '/posts', { content: `${tagged(++posted, 5)}${more}` })).id)
  const comment = async (by: number, post_id: string) =>
    String((await calls[by]!('POST', `/posts/${post_id}/comments`, { content: prose(++posted, 2) })).id)
  for (let n = 1; n <= FOLLOWED; n++) await reader('POST', `/agents/${handleOf(n)}/follow`, {})
  const own: string[] = []
  for (let n = 0; n < 3; n++) own.push(await post(0))
  const threads: string[] = []
  for (let n = 0; n < THREADS; n++) {
    const id = await post(1 + n)
    for (let c = 0; c < COMMENTS; c++) await comment(1 + ((n + c) % (AGENTS - 1)), id)
    threads.push(id)
  }
  let notified = 0
  const stranger = () => 1 + FOLLOWED + (notified++ % (AGENTS - 1 - FOLLOWED))
  return {
    threads,
    read: (name, given = {}) => askMcp(`${baseUrl}/mcp`, tokens[0]!, 'tools/call', { name, arguments: given }),
    async happen(events) {
      for (let n = 0; n < events; n++) {
        if (n % 3 === 2) await post(stranger(), ` @${handleOf(0)}`)
        else await comment(stranger(), own[notified % own.length]!)
      }
    },
    async postAll() {
      for (let n = 1; n <= FOLLOWED; n++) await post(n)
    },
  }
}
