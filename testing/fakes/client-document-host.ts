import type { TestFn } from 'ava'
import type { EgressParts } from '../../push/egress.ts'
import type { Destination } from '../../push/egress-lookup.ts'
import { createAuthority } from './certificates.ts'
import { createWebhookReceiver, type RequestResponder, type WebhookReceiver } from './webhook-receiver.ts'

export const DOCUMENT_HOST = 'clients.example.com'
export const documentUrl = (path: string) => `https://${DOCUMENT_HOST}${path}`

/** A host that serves the documents of clients, over real TLS. */
export interface DocumentHost {
  /** What its servers call out with. */
  egress: Partial<EgressParts>
  /** Serves a document of that path, and answers its URL; members that are `undefined` are left out. */
  publish(path: string, members?: object, headers?: Record<string, string>): string
  /** Answers otherwise at that path. */
  answer(path: string, answer: RequestResponder): string
  /** How often a path was requested. */
  asked(path: string): number
  receiver(): WebhookReceiver
}

/** Beside the host there are names of `example.com` that lead nowhere: `inside`, `closed`, and `impostor` with the certificate of another. */
export function useDocumentHost(test: TestFn): DocumentHost {
  const authority = createAuthority()
  const answers = new Map<string, RequestResponder>()
  const places = new Map<string, Destination>()
  const here = new Set<Destination>()
  let receiver: WebhookReceiver | undefined

  test.serial.before(async () => {
    receiver = await createWebhookReceiver(authority.issue(DOCUMENT_HOST), (response, request) => {
      const answer = answers.get(request.path)
      if (answer) answer(response, request)
      else response.writeHead(404).end()
    })
    const { port } = receiver
    for (const [name, destination, isHere] of [
      [DOCUMENT_HOST, { address: '127.0.0.1', port }, true],
      ['impostor.example.com', { address: '127.0.0.1', port }, true],
      ['closed.example.com', { address: '127.0.0.1', port: 1 }, true],
      ['inside.example.com', { address: '10.0.0.1', port }, false],
    ] as const) {
      places.set(name, destination)
      if (isHere) here.add(destination)
    }
  })
  test.after.always(() => receiver?.close())

  const answer = (path: string, one: RequestResponder) => {
    answers.set(path, one)
    return documentUrl(path)
  }
  return {
    egress: {
      patience: 12,
      ca: authority.ca,
      isAllowed: destination => here.has(destination),
      lookup: async name => [places.get(name)].filter(found => found !== undefined),
    },
    answer,
    publish: (path, members = {}, headers = {}) =>
      answer(path, response => {
        const sound = { client_id: documentUrl(path), client_name: 'A document', token_endpoint_auth_method: 'none' }
        const body = JSON.stringify({ ...sound, ...members })
        response.writeHead(200, { 'Content-Type': 'application/json', ...headers }).end(body)
      }),
    asked: path => receiver!.received.filter(request => request.path === path).length,
    receiver: () => receiver!,
  }
}
