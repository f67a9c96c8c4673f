import type { TestFn } from 'ava'
import type { EgressParts } from '../../push/egress.ts'
import type { Destination } from '../../push/egress-lookup.ts'
import { createAuthority } from './certificates.ts'
import { createWebhookReceiver, type RequestResponder, type WebhookReceiver } from './webhook-receiver.ts'

export const DOCUMENT_HOST = 'clients.example.com'
export const documentUrl = (path: string) => `https://${DOCUMENT_HOST}${path}`

/** A host that serves client metadata documents over TLS. */
export interface DocumentHost {
  /** Egress options of the server under test. */
  egress: Partial<EgressParts>
  /** Serves a document at that path and returns its URL; members that are `undefined` are left out. */
  publish(path: string, members?: object, headers?: Record<string, string>): string
  /** Serves the responder at that path and returns its URL. */
  answer(path: string, answer: RequestResponder): string
  /** How often a path was requested. */
  requestCount(path: string): number
  receiver(): WebhookReceiver
}

/** Also resolves faulty hosts: `inside` (private address), `closed` (no server), `impostor` (wrong certificate). */
export function useDocumentHost(test: TestFn): DocumentHost {
  const authority = createAuthority()
  const responders = new Map<string, RequestResponder>()
  const destinations = new Map<string, Destination>()
  const allowed = new Set<Destination>()
  let receiver: WebhookReceiver | undefined

  test.serial.before(async () => {
    receiver = await createWebhookReceiver(authority.issue(DOCUMENT_HOST), (response, request) => {
      const responder = responders.get(request.path)
      if (responder) responder(response, request)
      else response.writeHead(404).end()
    })
    const { port } = receiver
    for (const [name, destination, isLocal] of [
      [DOCUMENT_HOST, { address: '127.0.0.1', port }, true],
      ['impostor.example.com', { address: '127.0.0.1', port }, true],
      ['closed.example.com', { address: '127.0.0.1', port: 1 }, true],
      ['inside.example.com', { address: '10.0.0.1', port }, false],
    ] as const) {
      destinations.set(name, destination)
      if (isLocal) allowed.add(destination)
    }
  })
  test.after.always(() => receiver?.close())

  const answer = (path: string, responder: RequestResponder) => {
    responders.set(path, responder)
    return documentUrl(path)
  }
  return {
    egress: {
      patience: 12,
      ca: authority.ca,
      isAllowed: destination => allowed.has(destination),
      lookup: async name => [destinations.get(name)].filter(destination => destination !== undefined),
    },
    answer,
    publish: (path, members = {}, headers = {}) =>
      answer(path, response => {
        const sound = { client_id: documentUrl(path), client_name: 'A document', token_endpoint_auth_method: 'none' }
        const body = JSON.stringify({ ...sound, ...members })
        response.writeHead(200, { 'Content-Type': 'application/json', ...headers }).end(body)
      }),
    requestCount: path => receiver!.received.filter(request => request.path === path).length,
    receiver: () => receiver!,
  }
}
