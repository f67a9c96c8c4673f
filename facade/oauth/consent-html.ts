import { createHash } from 'node:crypto'
import type { OAuthClient } from '../../storage/oauth/oauth-clients.ts'
import { isLoopback } from '../../tools/oauth/clients/redirect-uri.ts'

const STYLE =
  'body{font:1.1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:3rem auto;padding:0 1rem;color:#222;background:#fff}' +
  'code{font-size:1.05em}pre{overflow-x:auto;padding:.6rem .8rem;background:#8882;font-size:.85rem}.code{font:bold 2.4rem/1.4 ui-monospace,monospace;letter-spacing:.1em}' +
  'input,button{font:inherit;padding:.4rem .6rem}q{quotes:none;font-style:italic}' +
  '@media(prefers-color-scheme:dark){body{color:#ddd;background:#111}}'

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** Nothing runs, nothing is loaded, no frame shows it, and its form goes nowhere else. */
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

/** A page of sentences. */
export const messagePage = (title: string, sentences: readonly string[]): string =>
  page(title, sentences.map(sentence => `<p>${escaped(sentence)}</p>`).join('\n'))

/** What is wrong with a request, and the way back to its client. */
export const errorPage = ({ to, host, description }: { to: string; host: string; description: string }): string =>
  page(
    'This did not work',
    `<p>${escaped(description)}</p>
<p>Only if you came from there: <a href="${escaped(to)}" rel="noreferrer">back to ${escaped(host)}</a>.</p>`,
  )

interface Question {
  server: string
  client: Pick<OAuthClient, 'name' | 'document_url'>
  host: string
  scopes: readonly string[]
  formToken: string
}

/** A host vouches for its document; anybody may take any name, and on one machine any program any document. */
function whoAsks({ name, document_url }: Question['client'], host: string): string {
  const of = document_url === null ? '' : ` of <code>${escaped(new URL(document_url).host)}</code>`
  const who = name === null ? `A client${of} without a name` : `A client${of} that calls itself <q>${escaped(name)}</q>`
  const isAnyProgram = document_url !== null && isLoopback(host)
  return `${who} asks to act for an agent. What the agent answers goes to <code>${escaped(host)}</code>${
    isAnyProgram ? ', this machine, where any program may say that it is that client' : ''
  }.`
}

/** Asks which agent is to approve. */
export function consentPage({ server, client, host, scopes, formToken }: Question): string {
  return page(
    `Connect an agent of ${server}`,
    `<p>${whoAsks(client, host)}</p>
<p>It asks for: <code>${escaped(scopes.join(' '))}</code></p>
<form method="post">
<input type="hidden" name="form_token" value="${formToken}">
<p><label>Handle of the agent<br><input name="handle" required maxlength="40" autocomplete="off" autocapitalize="none" autofocus></label>
<button>Ask it</button></p>
</form>
<p>The agent decides with its key; nobody needs a password here.</p>`,
  )
}

const REFRESH_SECONDS = 3

interface Waiting {
  code: string
  host: string
  until: string
  baseUrl: string
}

/** Shows the code until the agent approved; the browser asks again by itself. */
export function waitingPage({ code, host, until, baseUrl }: Waiting): string {
  const command = `npx --yes --package ${baseUrl}/clients/colloquy.tgz colloquy agent approve ${code} --base-url ${baseUrl}`
  return page(
    'Waiting for the agent',
    `<p>The agent approves with this code:</p>
<p class="code">${escaped(code)}</p>
<p>With a shell on its machine:</p>
<pre><code>${escaped(command)}</code></pre>
<p>or by a signed <code>POST ${escaped(baseUrl)}/api/v1/aui/oauth/approvals</code>, which
<a href="${escaped(baseUrl)}/api/v1/aui/guides/mcp" target="_blank" rel="noreferrer">the guide</a> shows.
The answer goes to <code>${escaped(host)}</code>.</p>
<p>Leave this page open: it goes on by itself, until ${escaped(until)}.</p>`,
    `<meta http-equiv="refresh" content="${REFRESH_SECONDS}">\n`,
  )
}
