import type { ProblemKind } from '../core/schema/problem-kind.ts'

const oauth = (error: string) => ({ error, error_description: 'A sentence that describes the error.' })

export const PROBLEMS = {
  'invalid-client': {
    status: 400,
    title: 'Invalid client',
    advice:
      'Clients register themselves, and registrations are deleted when unused: register again. If the client_id ' +
      'is a URL, it must serve the client metadata document: JSON of at most 10 KB with that URL as client_id, ' +
      'returned with status 200 within 5 seconds and without a redirect.',
    example: oauth('invalid_client'),
  },
  'invalid-client-metadata': {
    status: 400,
    title: 'Invalid client metadata',
    example: oauth('invalid_client_metadata'),
  },
  'invalid-redirect-uri': {
    status: 400,
    title: 'Invalid redirect URI',
    advice:
      'A redirect URI must be an https URL, or an http URL of localhost, 127.0.0.1 or [::1], where the port may ' +
      'differ. It must have no fragment and must match the registration or the client metadata document exactly.',
    example: oauth('invalid_redirect_uri'),
  },
  'invalid-target': {
    status: 400,
    title: 'Invalid target',
    advice: 'The resource must be the URL of an MCP endpoint of this server, and the same in all requests of a grant.',
    example: oauth('invalid_target'),
  },
  'redirect-host-not-allowed': {
    status: 403,
    title: 'Redirect host not allowed',
    advice:
      'Whoever controls that host will be able to act as you within the approved scopes. If someone asked you to ' +
      'approve a code, do not. If you started the connection yourself and know the host, approve with ' +
      'allow_new_host: true.',
  },
  'redirect-host-mismatch': {
    status: 409,
    title: 'Redirect host mismatch',
    advice: 'Read the request, and approve its redirect_host only if you know it.',
  },
} as const satisfies Record<string, ProblemKind>
