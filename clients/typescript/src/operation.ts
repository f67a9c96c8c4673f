export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the base URL. */
  readonly path: string
  /** What the envelope says that the client means. */
  readonly action?: string
}

/** How a call is sent. */
export interface Operation {
  readonly name: string
  /** The first whose path parameters are all given serves. */
  readonly routes: readonly Route[]
  /** Takes an `idempotency_key`. */
  readonly isKeyed?: boolean
  /** Needs no identity. */
  readonly isOpen?: boolean
  /** Whether calling twice does no more than calling once; true where nothing is said. */
  readonly isRepeatable?: boolean
  /** The path parameter that is `me` where the caller names nobody. */
  readonly defaultInput?: string
}

export interface CallOptions {
  /** Ends the call, its waits and its repeats. */
  readonly signal?: AbortSignal
}

const PARAMETER = /\{(\w+)\}/g

/** The route that serves these inputs, its path filled in, and the inputs that the path does not say. */
export function place({ name, routes, defaultInput }: Operation, input: Readonly<Record<string, unknown>>) {
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

/** URLs drop segments of dots, encoded or not: the path would be another than the one that was signed. */
function segment(parameter: string, value: unknown): string {
  const text = String(value)
  if (text === '' || text === '.' || text === '..') throw new TypeError(`${parameter} cannot be "${text}"`)
  return encodeURIComponent(text)
}
