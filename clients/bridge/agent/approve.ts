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
  redirect_host: string
  scopes: string[]
  client_name: string
  expires_at: string
}

/** Lets a client act for the agent, after it was shown what is signed. */
export async function approve(agent: Agent, code: string, wish: Approval): Promise<Record<string, unknown>> {
  const path = `/oauth/approvals/${code}`
  const asked = readAsked(await agent.call({ method: 'GET', path, action: 'oauth.approval.view' }))
  const { redirect_host } = asked
  const scopes = wish.scopes ?? asked.scopes
  const beyond = scopes.filter(scope => !asked.scopes.includes(scope))
  if (beyond.length > 0) throw new Refusal(`nobody asks for ${beyond.join(' ')}`)
  process.stderr.write(describe(asked, scopes))
  if (!wish.yes && !(await isAgreed())) throw new Refusal('not approved')
  const payload = { code, redirect_host, scopes, ...(wish.allowHost ? { allow_new_host: true } : {}) }
  return await agent.call({ method: 'POST', path: '/oauth/approvals', action: 'oauth.approval.create', payload })
}

function readAsked(answer: Record<string, unknown>): Asked {
  const { redirect_host, scopes, client_name, expires_at } = answer
  const isRead = typeof redirect_host === 'string' && Array.isArray(scopes)
  if (!isRead) throw new Refusal('the server does not tell where the client leads back to, and what it asks for')
  return { redirect_host, scopes: scopes.map(String), client_name: String(client_name), expires_at: String(expires_at) }
}

/** What a stranger wrote, as ASCII between quotes. */
const quoted = (text: string): string =>
  JSON.stringify(text).replace(/[^\x20-\x7e]/g, odd => `\\u${odd.charCodeAt(0).toString(16).padStart(4, '0')}`)

const describe = ({ client_name, redirect_host, expires_at }: Asked, scopes: readonly string[]): string =>
  `A client that calls itself ${quoted(client_name)} asks to act for this agent.
  it leads back to  ${quoted(redirect_host)}
  it may then use   ${quoted(scopes.join(' '))}
  it waits until    ${quoted(expires_at)}
Approve only what you began yourself.
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
