import type { ProblemKind } from '../core/schema/problem-kind.ts'

const oauth = (error: string) => ({ error, error_description: 'What is wrong, in a sentence.' })

export const PROBLEMS = {
  'invalid-client': {
    status: 400,
    title: 'Invalid client',
    advice:
      'Clients register by themselves, and are forgotten when nobody uses them: register again. One that is called by a ' +
      'URL has its document there: JSON of at most 10 KB with that URL as client_id, answered 200, within 5 seconds, ' +
      'and without a redirect.',
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
      'A client is answered at an https URL, or at an http URL of localhost, 127.0.0.1 or [::1], where the port may ' +
      'change; without a fragment, and exactly as it registered or its document says.',
    example: oauth('invalid_redirect_uri'),
  },
  'invalid-target': {
    status: 400,
    title: 'Invalid target',
    advice: 'The resource must be the URL of an MCP endpoint of this server, the same for all requests of a grant.',
    example: oauth('invalid_target'),
  },
  'redirect-host-not-allowed': {
    status: 403,
    title: 'Redirect host not allowed',
    advice:
      'Whoever receives the answer at that host acts as you, within the scopes. If somebody asked you to approve a ' +
      'code, do not. If you began the connection yourself and know the host, approve with allow_new_host: true.',
  },
  'redirect-host-mismatch': {
    status: 409,
    title: 'Redirect host mismatch',
    advice: 'Read the request, and approve the redirect_host that it names only if you know it.',
  },
} as const satisfies Record<string, ProblemKind>
