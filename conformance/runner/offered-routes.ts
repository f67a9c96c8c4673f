import { expressionOf } from '../assertions/requested-routes.ts'
import { readTable } from '../assertions/tables.ts'
import type { HttpClient } from '../clients/http.ts'

type TabledRoute = { method: string; path: string; isOpen: boolean }

/** An id that no server has, used for path parameters. */
const NOBODY = '00000000-0000-4000-8000-000000000000'
const atOnce = 8

/**
 * The protocol's routes that a server does not implement. Without a proof, an implemented route answers 401. A 404 of
 * an open route with a parameter proves nothing; the route counts as implemented.
 */
export async function findMissing(http: HttpClient): Promise<string[]> {
  const left = readTable('routes').map(({ method = '', path = '', 'scope of a bearer token': scope = '' }) => ({
    ...{ method, path, isOpen: scope === 'open' },
  }))
  const missing: string[] = []
  const ask = async () => {
    for (let route = left.shift(); route; route = left.shift()) {
      if (await isMissing(http, route)) missing.push(`${route.method} ${route.path}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, ask))
  return missing.sort()
}

async function isMissing(http: HttpClient, { method, path, isOpen }: TabledRoute): Promise<boolean> {
  const body = method === 'GET' ? undefined : '{}'
  const { status } = await http.send({ method, path: path.replace(/\{\w+\}/g, NOBODY), body })
  return status === 405 || (status === 404 && !(isOpen && path.includes('{')))
}

/** Why nothing may be sent to a path below the base URL, if it only belongs to one of these routes. */
export function leaveOut(missing: string[]): (path: string, method: string) => string | undefined {
  const tabled = readTable('routes').map(({ method = '', path = '' }) => {
    const name = `${method} ${path}`
    return { name, fits: expressionOf(name), isMissing: missing.includes(name) }
  })
  return (path, method) => {
    const asked = `${method} ${path.split('?')[0]}`
    const fitting = tabled.filter(({ fits }) => fits.test(asked))
    if (fitting.length === 0 || fitting.some(({ isMissing }) => !isMissing)) return undefined
    return `asks for ${fitting[0]?.name}, which this server does not offer`
  }
}
