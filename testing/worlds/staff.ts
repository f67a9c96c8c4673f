import { createHmac } from 'node:crypto'
import type { BrowserContext } from 'playwright-core'
import { openSession } from '../../tools/accounts/session.ts'
import type { Role } from '../../tools/kernel/roles.ts'
import { grantRole } from '../../tools/roles/grant-role.ts'
import { HTML, type Site } from '../browsers/site.ts'
import { addPerson } from './persons.ts'

/** Somebody who is signed in at a site, and what their browser keeps. */
export interface SignedIn {
  user_id: string
  cookie: { name: string; value: string }
  /** A page, as their browser asks for it. */
  get(path: string): Promise<{ status: number; html: string; headers: Headers }>
  /** A form of a page of ours, with the token that it has. */
  send(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Response>
  enter(context: BrowserContext): Promise<void>
}

/** A person of that name with that role, signed in. */
export async function signInStaff(site: Site, name: string, role?: Role): Promise<SignedIn> {
  const { world, server, url, ask } = site
  const user_id = await addPerson(world, name)
  if (role !== undefined) await world.callOperator(grantRole, { user_id, role })
  const { db, runtime } = world
  const terms = { user_id, email: `${name}@people.test`, method: 'code' as const, browser: 'a test' }
  const { token } = await openSession(db, terms, { ...runtime, now: new Date(runtime.clock()) })
  const cookie = { name: 'colloquy-person', value: token }
  const kept = `${cookie.name}=${cookie.value}`
  const form_token = createHmac('sha256', server.runtime.secret).update(`form\0${token}`).digest('base64url')
  const get: SignedIn['get'] = async path => {
    const answer = await ask(path, HTML, { headers: { Cookie: kept } })
    return { status: answer.status, headers: answer.headers, html: await answer.text() }
  }
  return {
    user_id,
    cookie,
    get,
    send: (path, fields, headers = {}) =>
      ask(path, HTML, {
        method: 'POST',
        headers: {
          Cookie: kept,
          'Content-Type': 'application/x-www-form-urlencoded',
          'Sec-Fetch-Site': 'same-origin',
          ...headers,
        },
        body: new URLSearchParams({ form_token, ...fields }).toString(),
      }),
    enter: context => context.addCookies([{ ...cookie, url }]),
  }
}
