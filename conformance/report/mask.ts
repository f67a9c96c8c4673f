import type { Exchange } from '../clients/recorded-exchanges.ts'

/** Members of JSON and forms whose value is a credential. */
const secretMember = /^(.*_)?(token|assertion|secret|password|invitation_code|private_key.*|link|owner_url)$/i
/** An MCP session can be continued by anyone who has its id and the token. */
const secretHeader = /^(authorization|proxy-authorization|cookie|set-cookie|mcp-session-id)$/i
const longestBody = 6_000

const jsonMember = /"((?:[^"\\]|\\.)*)"(\s*:\s*)"((?:[^"\\]|\\.)*)"/g
const formMember = /(^|[?&])([a-z_]+)=([^&\s]*)/g
const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g
const jwt = /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g
const bearer = /\b(Bearer +)[\w.~+/=-]{8,}/gi

/** The text without bearer tokens, assertions, private keys and links that grant access. */
export function maskSecrets(text: string): string {
  return text
    .replace(privateKey, '(a private key)')
    .replace(jsonMember, (whole, name: string, colon: string) =>
      secretMember.test(name) ? `"${name}"${colon}"(masked)"` : whole,
    )
    .replace(formMember, (whole, start: string, name: string) =>
      secretMember.test(name) ? `${start}${name}=(masked)` : whole,
    )
    .replace(bearer, '$1(masked)')
    .replace(jwt, '(a JWT)')
}

/** An exchange that may be published, shortened for readers. */
export function masked(exchange: Exchange): Exchange {
  const { answer } = exchange
  return {
    ...exchange,
    path: maskSecrets(exchange.path),
    headers: maskHeaders(exchange.headers),
    body: cut(maskSecrets(exchange.body)),
    ...(answer
      ? { answer: { ...answer, headers: maskHeaders(answer.headers), body: cut(maskSecrets(answer.body)) } }
      : {}),
  }
}

const maskHeaders = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (!secretHeader.test(name)) return [name, cut(maskSecrets(value))]
      return [name, `${/^(Bearer|Basic) /i.exec(value)?.[0] ?? ''}(masked)`]
    }),
  )

const cut = (text: string): string =>
  text.length <= longestBody ? text : `${text.slice(0, longestBody)}\n… ${text.length - longestBody} more characters`
