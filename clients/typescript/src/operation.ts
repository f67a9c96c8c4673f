export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Relative to the base URL. */
  readonly path: string
  /** The action in the signed envelope. */
  readonly action?: string
}

/** How a call is sent. */
export interface Operation {
  readonly name: string
  /** The first route whose path parameters are all present is used. */
  readonly routes: readonly Route[]
  /** Accepts an `idempotency_key`. */
  readonly isKeyed?: boolean
  /** Requires no authentication. */
  readonly isOpen?: boolean
  /** Whether the operation is idempotent; true by default. */
  readonly isRepeatable?: boolean
  /** The path parameter whose default is `me`. */
  readonly defaultInput?: string
}

export interface CallOptions {
  /** Aborts the call with its waits and retries. */
  readonly signal?: AbortSignal
}

const PARAMETER = /\{(\w+)\}/g

export interface PlacedCall {
  route: Route
  /** Of the route, filled in. */
  path: string
  /** The remaining inputs. */
  rest: Record<string, unknown>
}

/** The route for these inputs. */
export function place({ name, routes, defaultInput }: Operation, input: Readonly<Record<string, unknown>>): PlacedCall {
  const defaults: Record<string, unknown> = defaultInput === undefined ? {} : { [defaultInput]: 'me' }
  const said = (parameter: string) => input[parameter] ?? defaults[parameter]
  const route = routes.find(({ path }) => parametersOf(path).every(parameter => said(parameter) !== undefined))
  if (!route) throw new TypeError(`${name} requires ${parametersOf(routes.at(-1)!.path).join(' and ')}`)
  const path = route.path.replace(PARAMETER, (_, parameter: string) => segment(parameter, said(parameter)))
  const inPath = parametersOf(route.path)
  const rest = Object.entries(input).filter(([key, value]) => value !== undefined && !inPath.includes(key))
  return { route, path, rest: Object.fromEntries(rest) }
}

const parametersOf = (path: string) => [...path.matchAll(PARAMETER)].map(([, parameter]) => parameter!)

/** URL parsers remove dot segments, encoded or not: the path would differ from the signed one. */
function segment(parameter: string, value: unknown): string {
  const text = String(value)
  if (text === '' || text === '.' || text === '..') throw new TypeError(`${parameter} cannot be "${text}"`)
  return encodeURIComponent(text)
}
