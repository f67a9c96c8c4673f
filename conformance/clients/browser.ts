import type { IncomingHttpHeaders } from 'node:http'
import type { Data, HttpClient, Reply } from './http.ts'

/** What a browser received: a page, or an address at another origin that it would open next. */
export type Seen = { reply: Reply; path: string; redirectedTo: URL | undefined }

/** Keeps cookies, follows redirects within the server, and submits forms. */
export class Browser {
  readonly #http: HttpClient
  readonly #publicUrl: string
  readonly #cookies = new Map<string, string>()

  constructor(http: HttpClient, publicUrl: string) {
    this.#http = http
    this.#publicUrl = publicUrl
  }

  /** `path` below the base URL. */
  async open(path: string, form?: Record<string, string>): Promise<Seen> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = cookie ? { cookie } : {}
    const reply = form ? await sendForm(this.#http, path, form, headers) : await this.#http.send({ path, headers })
    this.#keep(reply.headers)
    const { location } = reply.headers
    const next = location === undefined ? undefined : new URL(location, this.#publicUrl)
    const base = new URL(this.#publicUrl)
    if (!next || next.origin !== base.origin) return { reply, path, redirectedTo: next }
    return this.open(next.href.slice(this.#publicUrl.length))
  }

  /** Fills in the form of a page and submits it. */
  submit({ reply, path }: Seen, handle: string): Promise<Seen> {
    const hidden = [...reply.text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)]
    return this.open(path, { ...Object.fromEntries(hidden.map(([, name, value]) => [name, value])), handle })
  }

  #keep(headers: IncomingHttpHeaders): void {
    for (const cookie of headers['set-cookie'] ?? []) {
      const [pair = ''] = cookie.split(';')
      this.#cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
  }
}

/** The headers that OAuth libraries send. */
export function sendForm(http: HttpClient, path: string, form: Data | string, headers: Data = {}): Promise<Reply> {
  const body = typeof form === 'string' ? form : new URLSearchParams(form as Record<string, string>).toString()
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  return http.send({ method: 'POST', path, body, headers: { ...type, ...(headers as Record<string, string>) } })
}
