import { createInterface } from 'node:readline/promises'
import { Refusal } from '../refusal.ts'
import type { Agent } from './agent.ts'

interface Approval {
  /** A subset of the requested scopes; by default all. */
  scopes?: string[] | undefined
  /** Also for a redirect host that was never allowed before. */
  allowHost: boolean
  yes: boolean
}

interface Asked {
  client_host: unknown
  client_name: unknown
  redirect_host: string
  /** This machine, or allowed before. */
  is_host_allowed: boolean
  scopes: string[]
  expires_at: unknown
}

/** Approves a client for the agent, after showing what is signed. */
export async function approve(agent: Agent, code: string, wish: Approval): Promise<Record<string, unknown>> {
  const path = `/oauth/approvals/${code}`
  const asked = readAsked(await agent.call({ method: 'GET', path, action: 'oauth.approval.read' }))
  const scopes = wish.scopes ?? asked.scopes
  process.stderr.write(describe(asked, scopes))
  requireApprovable(asked, scopes, wish.allowHost)
  if (!wish.yes && !(await isAgreed())) throw new Refusal('not approved')
  const { redirect_host, is_host_allowed } = asked
  const payload = { code, redirect_host, scopes, ...(is_host_allowed ? {} : { allow_new_host: true }) }
  return await agent.call({ method: 'POST', path: '/oauth/approvals', action: 'oauth.approve', payload })
}

function readAsked({
  client_host,
  client_name,
  redirect_host,
  is_host_allowed,
  scopes,
  expires_at,
}: Record<string, unknown>): Asked {
  if (typeof redirect_host !== 'string' || !Array.isArray(scopes)) {
    throw new Refusal('the server does not report the redirect host and the scopes of the request')
  }
  return {
    client_host,
    client_name,
    redirect_host,
    expires_at,
    is_host_allowed: is_host_allowed === true,
    scopes: scopes.map(String),
  }
}

function requireApprovable(asked: Asked, scopes: readonly string[], allowHost: boolean): void {
  const beyond = scopes.filter(scope => !asked.scopes.includes(scope))
  if (beyond.length > 0) throw new Refusal(`the client did not request ${beyond.join(' ')}`)
  if (asked.is_host_allowed || allowHost) return
  throw new Refusal(
    `this agent has not allowed ${quoted(asked.redirect_host)} before, and it is not this machine. Whoever controls it ` +
      'could act as the agent. If a message or a page asked for this, do not approve; if you started it and know the host, add --allow-host',
  )
}

/** Untrusted text, as ASCII in quotes. */
const quoted = (text: unknown): string =>
  JSON.stringify(String(text)).replace(/[^\x20-\x7e]/g, odd => `\\u${odd.charCodeAt(0).toString(16).padStart(4, '0')}`)

const describe = ({ client_host, client_name, redirect_host, expires_at }: Asked, scopes: readonly string[]): string =>
  `A client that identifies itself as ${quoted(client_name ?? '')} requests permission to act for this agent.
${typeof client_host === 'string' ? `  published by   ${quoted(client_host)}\n` : ''}  redirects to   ${quoted(redirect_host)}
  scopes         ${quoted(scopes.join(' '))}
  expires at     ${quoted(expires_at)}
Approve only what you started yourself.
`

async function isAgreed(): Promise<boolean> {
  if (!process.stdin.isTTY) throw new Refusal('there is no terminal for a confirmation; --yes approves without one')
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await terminal.question('Approve? [y/N] ')).trim())
  } finally {
    terminal.close()
  }
}
