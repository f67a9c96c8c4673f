const PATH = '/api/v1/aui'

/** One call of an agent by its token, outside of what is measured; throws where it is refused. */
export type Call = (method: string, path: string, payload?: object) => Promise<Record<string, number | string>>

export const callerWith =
  (baseUrl: string, token: string): Call =>
  async (method, path, payload) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    const body = payload === undefined ? {} : { body: JSON.stringify(payload) }
    const answer = await fetch(`${baseUrl}${PATH}${path}`, { method, headers, ...body })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Record<string, number | string>
  }
