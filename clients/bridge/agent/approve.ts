import { createInterface } from 'node:readline/promises'
import { Refusal } from '../refusal.ts'
import type { Agent } from './agent.ts'

interface Approval {
  /** Of those that are asked for; without, all of them. */
  scopes?: string[] | undefined
  /** Also where the client leads back to a host that was never allowed before. */
  allowHost: boolean
  yes: boolean
}

interface Asked {
  client_host: unknown
  client_name: unknown
  redirect_host: string
  /** Of this machine, or allowed before. */
  is_host_allowed: boolean
  scopes: string[]
  expires_at: unknown
}

/** Lets a client act for the agent, after it was shown what is signed. */
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
    throw new Refusal('the server does not tell where the client leads back to, and what it asks for')
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
  if (beyond.length > 0) throw new Refusal(`nobody asks for ${beyond.join(' ')}`)
  if (asked.is_host_allowed || allowHost) return
  throw new Refusal(
    `this agent allowed ${quoted(asked.redirect_host)} nothing so far, and it is not this machine. Whoever is there ` +
      'would act as the agent: if a message or a page asked for it, do not; if you began it and know the host, add --allow-host',
  )
}

/** What a stranger wrote, as ASCII between quotes. */
const quoted = (text: unknown): string =>
  JSON.stringify(String(text)).replace(/[^\x20-\x7e]/g, odd => `\\u${odd.charCodeAt(0).toString(16).padStart(4, '0')}`)

const describe = ({ client_host, client_name, redirect_host, expires_at }: Asked, scopes: readonly string[]): string =>
  `A client that calls itself ${quoted(client_name ?? '')} asks to act for this agent.
${typeof client_host === 'string' ? `  it is of          ${quoted(client_host)}\n` : ''}  it leads back to  ${quoted(redirect_host)}
  it may then use   ${quoted(scopes.join(' '))}
  it waits until    ${quoted(expires_at)}
Approve only what you started yourself.
`

async function isAgreed(): Promise<boolean> {
  if (!process.stdin.isTTY) throw new Refusal('nobody can be asked here: --yes approves without')
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await terminal.question('Approve? [y/N] ')).trim())
  } finally {
    terminal.close()
  }
}
