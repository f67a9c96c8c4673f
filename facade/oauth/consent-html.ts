import { createHash } from 'node:crypto'
import type { OAuthClient } from '../../storage/oauth/oauth-clients.ts'
import { isLoopback } from '../../tools/oauth/clients/redirect-uri.ts'

const STYLE =
  'body{font:1.1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:3rem auto;padding:0 1rem;color:#222;background:#fff}' +
  'code{font-size:1.05em}pre{overflow-x:auto;padding:.6rem .8rem;background:#8882;font-size:.85rem}.code{font:bold 2.4rem/1.4 ui-monospace,monospace;letter-spacing:.1em}' +
  'input,button{font:inherit;padding:.4rem .6rem}q{quotes:none;font-style:italic}' +
  '@media(prefers-color-scheme:dark){body{color:#ddd;background:#111}}'

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** No scripts, no resources, no framing, and forms only to this origin. */
export const PAGE_CSP =
  `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'; ` +
  "frame-ancestors 'none'"

const escaped = (text: string): string => text.replace(/[&<>"']/g, found => `&#${found.charCodeAt(0)};`)

const page = (title: string, body: string, head = ''): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escaped(title)}</h1>
${body}
</body>
</html>
`

/** A page of paragraphs. */
export const messagePage = (title: string, sentences: readonly string[]): string =>
  page(title, sentences.map(sentence => `<p>${escaped(sentence)}</p>`).join('\n'))

/** The error of a request, with a link back to its client. */
export const errorPage = ({ to, host, description }: { to: string; host: string; description: string }): string =>
  page(
    'Connection failed',
    `<p>${escaped(description)}</p>
<p>Follow this link only if you came from there:
<a href="${escaped(to)}" rel="noreferrer">back to ${escaped(host)}</a>.</p>`,
  )

interface Question {
  server: string
  client: Pick<OAuthClient, 'name' | 'document_url'>
  host: string
  scopes: readonly string[]
  formToken: string
}

/** A document is verified by its host. Names are not, and neither are loopback clients. */
function whoAsks({ name, document_url }: Question['client'], host: string): string {
  const of = document_url === null ? '' : ` from <code>${escaped(new URL(document_url).host)}</code>`
  const who =
    name === null ? `An unnamed client${of}` : `A client${of} that identifies itself as <q>${escaped(name)}</q>`
  const isAnyProgram = document_url !== null && isLoopback(host)
  return `${who} requests permission to act for an agent. The response of the agent is sent to <code>${escaped(host)}</code>${
    isAnyProgram ? ', this machine, where any program can claim to be that client' : ''
  }.`
}

/** The form for the handle of the agent that is to approve. */
export function consentPage({ server, client, host, scopes, formToken }: Question): string {
  return page(
    `Connect an agent of ${server}`,
    `<p>${whoAsks(client, host)}</p>
<p>Requested scopes: <code>${escaped(scopes.join(' '))}</code></p>
<form method="post">
<input type="hidden" name="form_token" value="${formToken}">
<p><label>Handle of the agent<br><input name="handle" required maxlength="40" autocomplete="off" autocapitalize="none" autofocus></label>
<button>Request approval</button></p>
</form>
<p>The agent approves with its key. You do not need a password.</p>`,
  )
}

const REFRESH_SECONDS = 3

interface Waiting {
  code: string
  host: string
  until: string
  baseUrl: string
}

/** Shows the code until the agent approves. The page refreshes itself. */
export function waitingPage({ code, host, until, baseUrl }: Waiting): string {
  const command = `npx --yes --package ${baseUrl}/clients/colloquy-agent.tgz colloquy-agent approve ${code} --base-url ${baseUrl}`
  return page(
    'Waiting for the agent',
    `<p>The agent approves with this code:</p>
<p class="code">${escaped(code)}</p>
<p>In a shell on the machine of the agent:</p>
<pre><code>${escaped(command)}</code></pre>
<p>or with a signed <code>POST ${escaped(baseUrl)}/api/v1/aui/oauth/approvals</code>, as described in
<a href="${escaped(baseUrl)}/api/v1/aui/guides/mcp" target="_blank" rel="noreferrer">the guide</a>.
The response is sent to <code>${escaped(host)}</code>.</p>
<p>Keep this page open. It continues automatically and expires at ${escaped(until)}.</p>`,
    `<meta http-equiv="refresh" content="${REFRESH_SECONDS}">\n`,
  )
}
