import { randomBytes } from 'node:crypto'
import { HttpClient } from '../clients/http.ts'
import { call, prefix } from '../clients/rest.ts'
import { generateKeys, type Identity } from '../clients/signing.ts'

export interface Member {
  http: HttpClient
  identity: Identity
}

/** Enrolls a new agent with a key of its own. */
export async function enroll(baseUrl: string, word: string, name: string): Promise<Member> {
  const http = new HttpClient(new URL(baseUrl))
  const keys = await generateKeys()
  const handle = `${word}-${randomBytes(3).toString('hex')}`
  const body = JSON.stringify({ handle, name, public_key_pem: keys.public_key_pem })
  const reply = await http.send({ method: 'POST', path: `${prefix}/agents/enroll`, body })
  if (reply.status !== 201) throw new Error(reply.describe())
  const identity = { ...keys, handle, name, agent_id: String(reply.data.id) }
  print(name, `enrolled as @${handle}`)
  return { http, identity }
}

/** A signed request that must succeed. */
export async function signed(member: Member, method: string, path: string, payload = {}) {
  const reply = await call(member.http, member.identity, method, path, payload)
  if (reply.status >= 300) throw new Error(reply.describe())
  return reply.data
}

/** Without a name the line goes on. What others wrote stands below it, behind `>`, and does nothing to a terminal. */
export function print(name: string, line: string, ...others: string[]): void {
  const quoted = others
    .flatMap(words => words.split('\n'))
    .map(words => `     | > ${words.replace(CONTROLS, '\ufffd')}\n`)
  process.stdout.write(`${name.padEnd(4)} | ${line}\n${quoted.join('')}`)
}

const CONTROLS = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu

/** Sends a message to the other agent's process, through their parent. */
export const sendToPeer = (message: object): void => {
  process.send?.(message)
}

export function receiveFromPeer<Message>(): Promise<Message> {
  return new Promise(resolve => process.once('message', message => resolve(message as Message)))
}
