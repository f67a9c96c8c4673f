import { createEgress, type Egress } from './egress.ts'
import { EgressFailure } from './egress-failure.ts'
import type { EgressResponse } from './egress-response.ts'

/** A language model behind an endpoint with OpenAI's chat completions API. */
export interface ChatModel {
  /** The model's response to a prompt. Rejects only with `ChatFailure`. */
  complete(prompt: string): Promise<string>
  /** Aborts calls in progress. */
  close(): Promise<void>
}

export interface ChatModelOptions {
  /** The URL of the endpoint, or of the parent of `chat/completions`. */
  url: string
  key?: string | undefined
  name: string
}

/** There was no usable response. `reason` is our own text, without the address and without text of the endpoint. */
export class ChatFailure extends Error {
  readonly reason: string

  constructor(reason: string) {
    super(`the model ${reason}`)
    this.reason = reason
  }
}

const TIMEOUT_MS = 25_000
const MOST_BYTES = 256 * 1024
const ENDPOINT = '/chat/completions'

/** The operator's own endpoint, on any network; the client calls no other address. */
export function openChatModel(
  { url, key, name }: ChatModelOptions,
  monotonic: () => number,
  timeoutMs = TIMEOUT_MS,
): ChatModel {
  const endpoint = endpointOf(url)
  const egress = createEgress({ monotonic, operatorUrl: endpoint })
  const headers = {
    'content-type': 'application/json',
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
  }
  return {
    async complete(prompt) {
      const body = Buffer.from(JSON.stringify({ model: name, messages: [{ role: 'user', content: prompt }] }))
      const request = { url: endpoint, method: 'POST', headers, body, timeoutMs, maxBytes: MOST_BYTES } as const
      return textOf(await send(egress, request))
    },
    close: egress.close,
  }
}

function endpointOf(url: string): string {
  const endpoint = new URL(url)
  const path = endpoint.pathname.replace(/\/+$/, '')
  endpoint.pathname = path.endsWith(ENDPOINT) ? path : `${path}${ENDPOINT}`
  return endpoint.href
}

async function send(egress: Egress, request: Parameters<Egress['send']>[0]): Promise<EgressResponse> {
  try {
    return await egress.send(request)
  } catch (error) {
    if (error instanceof EgressFailure) throw new ChatFailure(`is not reachable (${error.code})`)
    throw error
  }
}

function textOf({ status, body }: EgressResponse): string {
  if (status !== 200) throw new ChatFailure(`returns status ${status}`)
  const content = contentOf(body)
  if (typeof content !== 'string') throw new ChatFailure('does not return a chat completion')
  return content
}

function contentOf(body: Buffer): unknown {
  try {
    const { choices } = JSON.parse(body.toString('utf8')) as { choices: { message: { content: unknown } }[] }
    return choices[0]?.message.content
  } catch {
    return undefined
  }
}
