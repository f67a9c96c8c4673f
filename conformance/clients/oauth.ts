import { createHash, randomBytes } from 'node:crypto'
import * as shapes from '../schemas/oauth.ts'
import { skip } from '../skip.ts'
import type { World } from '../world.ts'
import { Browser, type Seen, sendForm } from './browser.ts'
import type { Data, Reply } from './http.ts'
import type { Identity } from './signing.ts'

export const loopback = 'http://127.0.0.1:33418/callback'
export const remote = 'https://connector.example/callback'

type Endpoint = 'authorization' | 'token' | 'registration' | 'revocation'

/** An OAuth client that knows only the URL of a server. */
export class Host {
  readonly world: World
  readonly #paths: Readonly<Record<Endpoint, string>>
  readonly #clients = new Map<string, Promise<string>>()

  constructor(world: World, paths: Readonly<Record<Endpoint, string>>) {
    this.world = world
    this.#paths = paths
  }

  path(endpoint: Endpoint): string {
    return this.#paths[endpoint]
  }

  browser(): Browser {
    return new Browser(this.world.http, this.world.publicUrl)
  }

  register(body: Data): Promise<Reply> {
    return this.world.http.send({ method: 'POST', path: this.path('registration'), body: JSON.stringify(body) })
  }

  /** Registered once for each redirect URI. */
  client(redirect_uri: string): Promise<string> {
    const known = this.#clients.get(redirect_uri)
    if (known) return known
    const registered = this.register({ redirect_uris: [redirect_uri], client_name: 'A host' })
    const id = registered.then(reply => reply.as(shapes.client).client_id)
    this.#clients.set(redirect_uri, id)
    return id
  }

  token(form: Data | string): Promise<Reply> {
    return sendForm(this.world.http, this.path('token'), form)
  }

  /** The authorization page with these parameters in place of the valid ones; `undefined` omits one. */
  async begin(change: Record<string, string | undefined> = {}, redirect_uri = loopback): Promise<StartedFlow> {
    const client_id = change.client_id ?? (await this.client(redirect_uri))
    const code_verifier = randomBytes(32).toString('base64url')
    const sound = {
      ...{ client_id, redirect_uri, response_type: 'code', state: 'a state', scope: 'feed:read post:write' },
      ...{ code_challenge: createHash('sha256').update(code_verifier).digest('base64url') },
      ...{ code_challenge_method: 'S256' },
    }
    const asked = Object.entries({ ...sound, ...change }).filter(
      (pair): pair is [string, string] => pair[1] !== undefined,
    )
    const browser = this.browser()
    const page = await browser.open(`${this.path('authorization')}?${new URLSearchParams(asked)}`)
    return { browser, page, client_id, redirect_uri: change.redirect_uri ?? redirect_uri, code_verifier }
  }

  /** Follows the flow up to the page that waits for the agent with that handle. */
  async wait(
    handle: string,
    change: Record<string, string | undefined> = {},
    redirect_uri = loopback,
  ): Promise<Waiting> {
    const begun = await this.begin(change, redirect_uri)
    const waiting = await begun.browser.submit(begun.page, handle)
    return { ...begun, waiting, code: codeOn(waiting) }
  }

  approve(agent: Identity, { code, redirect_uri }: Pick<Waiting, 'code' | 'redirect_uri'>, change: Data = {}) {
    const sound = { code, redirect_host: new URL(redirect_uri).host, scopes: ['feed:read', 'post:write'] }
    return this.world.call(agent, 'POST', '/oauth/approvals', { ...sound, ...change })
  }

  /** The token request for the code in the redirect of an approved authorization. */
  async redemption({ browser, waiting, client_id, redirect_uri, code_verifier }: Waiting): Promise<Data> {
    const { redirectedTo } = await browser.open(waiting.path)
    const code = redirectedTo?.searchParams.get('code') ?? ''
    return { grant_type: 'authorization_code', client_id, redirect_uri, code_verifier, code }
  }

  /** The complete flow, up to the tokens. */
  async connect(agent: Identity, redirect_uri = loopback) {
    const waiting = await this.wait(agent.handle, {}, redirect_uri)
    await this.approve(agent, waiting, { allow_new_host: true })
    return { ...waiting, ...(await this.token(await this.redemption(waiting))).as(shapes.grant) }
  }
}

export type StartedFlow = {
  browser: Browser
  page: Seen
  client_id: string
  redirect_uri: string
  code_verifier: string
}
export type Waiting = StartedFlow & { waiting: Seen; code: string }

export const codeOn = ({ reply }: Seen): string => />([A-Z0-9]{4}-[A-Z0-9]{4})</.exec(reply.text)?.[1] ?? ''

export const readMetadata = async ({ http }: World) =>
  (await http.send({ path: '/.well-known/oauth-authorization-server' })).as(shapes.metadata)

/** One per run, because registrations are rate limited. */
const hosts = new WeakMap<World, Promise<Host>>()

/** Skips if the server does not support OAuth, which is an extension. */
export function openHost(world: World): Promise<Host> {
  const known = hosts.get(world) ?? findHost(world)
  hosts.set(world, known)
  known.catch(() => hosts.delete(world))
  return known
}

async function findHost(world: World): Promise<Host> {
  const found = await readMetadata(world)
  const below = (url: string | undefined) =>
    url?.slice(world.publicUrl.length) ?? skip('this server has no client registration')
  return new Host(world, {
    authorization: below(found.authorization_endpoint),
    token: below(found.token_endpoint),
    registration: below(found.registration_endpoint),
    revocation: below(found.revocation_endpoint),
  })
}
