import type { z } from 'zod'
import type { PublicTool, RoutedTool, Tool, Typed } from '../../tools/core/define-tool.ts'
import type { ProblemSlug } from '../../tools/core/problems/problem.ts'
import { BODY_LIMIT } from '../http/request-body.ts'
import type { Sunset } from '../http/versioning.ts'
import { AUI_PREFIX } from '../http/versioning.ts'

/** The names of `:parameters` in a path. */
type PathParameters<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParameters<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

type InputOf<T> = T extends { input: infer Input extends z.ZodObject } ? z.output<Input> : never
type InputName<T> = T extends { input: infer Input extends z.ZodObject } ? keyof z.output<Input> & string : never

interface Options<Path extends string, T, Names extends string = InputName<T>> {
  /** Status of a success; 200 by default, and with 204 there is no body. */
  status?: number
  /** Status of a success that created nothing, because it existed already; `status` by default. */
  existing?: number
  /** Inputs with a different name on this route: wire name to the tool's name (as in FIND-1). */
  rename?: { readonly [wire in PathParameters<Path> | (string & {})]?: Names }
  /** Inputs that are the value of a header, by its name in lower case, and never in the payload. */
  headerInputs?: { readonly [header: string]: Names }
  /** Further names for an input in the payload. */
  aliases?: { readonly [alias: string]: Names }
  /** The inputs of this route, if they are fewer or narrower than the tool's. */
  input?: z.ZodObject & { readonly _output: InputOf<T> }
  /** When the route ends, or has ended. */
  sunset?: Sunset
  /** Problems of the tool that this route cannot return. */
  never?: readonly ProblemSlug[]
  /** Maximum body size in bytes; see `BODY_LIMIT`. */
  bodyLimit?: number
  /** `Cache-Control` of a success; `no-store` by default. */
  cacheControl?: string
  /** Has an ETag and a digest, and is compressed on request (DOC-69 to DOC-74). */
  isDocument?: boolean
  /** A success is a stream of server-sent events (HEAR-80). */
  isStream?: boolean
  /** A success is an archive, or a range of its bytes (EXPORT-7). */
  isArchive?: boolean
  /** Its body is an archive, and its envelope is in the header (MOVE-1). */
  takesArchive?: boolean
  /** The response is only this member of the output. */
  only?: string
  /** The list of the output that can be requested as CSV. */
  csv?: string
  /** Further headers of a success. */
  headers?: (output: Record<string, unknown>) => Record<string, string>
  /** Accepts no bearer token, whatever scope its tool has on MCP (TOKEN-45). */
  isSignedOnly?: boolean
  /** The relevant part of a response: while it is unchanged, a conditional request returns a 304. */
  version?: (output: Record<string, unknown>) => unknown
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api/v1/aui`, unless it starts with `/api/` or belongs to OAuth. */
  readonly path: string
  readonly tool: RoutedTool
  /** The published action name of this route; others are accepted too (ENV-10, ROUTE-34). */
  readonly action: string | undefined
  readonly status: number
  readonly existing: number | undefined
  readonly rename: Readonly<Record<string, string>>
  readonly aliases: Readonly<Record<string, string>>
  readonly headerInputs: Readonly<Record<string, string>>
  readonly sunset: Sunset | undefined
  readonly never: readonly ProblemSlug[]
  readonly bodyLimit: number
  readonly cacheControl: string
  readonly isDocument: boolean
  readonly isStream: boolean
  readonly isArchive: boolean
  readonly takesArchive: boolean
  readonly only: string | undefined
  readonly csv: string | undefined
  readonly headers: ((output: Record<string, unknown>) => Record<string, string>) | undefined
  readonly version: ((output: Record<string, unknown>) => unknown) | undefined
  /** Public, for every origin (DOC-9, DOC-10). */
  readonly isBootstrap: boolean
  /** Follows RFC 6749, without forms: errors have `error` and `error_description`. */
  readonly isTokenRoute: boolean
  /** For OAuth libraries, at exactly this path: errors are plain JSON, and any origin is allowed (OAUTH-3). */
  readonly isOAuth: boolean
  /** Its body is a form. */
  readonly takesForm: boolean
  /** Its tag in the OpenAPI description: the name of its file. */
  readonly family: string
}

/** Path parameters that are neither inputs of the tool nor renamed to one do not compile. */
type Checked<Path extends string, T, Renamed> =
  Exclude<PathParameters<Path>, InputName<T> | keyof Renamed> extends never ? Path : never

type Method = Route['method']

type Given = Partial<Route> & { input?: z.ZodObject; isSignedOnly?: boolean }

/** The tool as this route offers it. */
function offered(whole: RoutedTool, { input, isSignedOnly }: Given): RoutedTool {
  const tool = input ? { ...whole, input, example: { output: whole.example?.output ?? {} } } : whole
  return isSignedOnly ? Object.freeze({ ...tool, scopes: null } as RoutedTool) : Object.freeze(tool)
}

function build(method: Method, path: string, whole: RoutedTool, { input, isSignedOnly, ...options }: Given): Route {
  const tool = offered(whole, { ...(input ? { input } : {}), ...(isSignedOnly ? { isSignedOnly } : {}) })
  const defaultValue = {
    action: undefined,
    status: 200,
    existing: undefined,
    rename: {},
    aliases: {},
    headerInputs: {},
    sunset: undefined,
    never: [],
    bodyLimit: BODY_LIMIT,
    cacheControl: 'no-store',
    isDocument: false,
    isStream: false,
    isArchive: false,
    takesArchive: false,
    only: undefined,
    csv: undefined,
    headers: undefined,
    version: undefined,
    isBootstrap: false,
    isTokenRoute: false,
    isOAuth: false,
    takesForm: false,
    family: '',
  }
  return Object.freeze({ ...defaultValue, ...options, method, path, tool })
}

/** A route for agents: a signed envelope, or a bearer token if the tool has scopes. */
export const route = <const Path extends string, T extends Typed<Tool, z.ZodObject>, const O extends Options<Path, T>>(
  method: Method,
  path: Checked<Path, T, O extends { rename: infer R } ? R : Record<never, never>> & Path,
  tool: T,
  options: O & { action: string },
): Route => build(method, path, tool, options as Given)

/** A public route. */
export const publicRoute = <
  const Path extends string,
  T extends Typed<PublicTool, z.ZodObject>,
  const O extends Options<Path, T> & Partial<Pick<Route, 'isBootstrap' | 'isTokenRoute' | 'isOAuth' | 'takesForm'>>,
>(
  method: Method,
  path: Checked<Path, T, O extends { rename: infer R } ? R : Record<never, never>> & Path,
  tool: T,
  options: O,
): Route => build(method, path, tool, options as Given)

/** A family of routes: its description, and its rank in documents and catalogues, such as 4.7.2. */
export interface RouteGroup {
  readonly part: string
  readonly offers: string
  readonly routes: readonly Route[]
}

export const routeGroup = (number: string, offers: string, routes: readonly Route[]): RouteGroup => ({
  part: number,
  offers,
  routes,
})

const byRank = (parts: Readonly<Record<string, RouteGroup>>): [string, RouteGroup][] =>
  Object.entries(parts).sort(([, a], [, b]) => a.part.localeCompare(b.part, 'en', { numeric: true }))

/** All routes, ordered by rank. */
export const joinRouteGroups = (parts: Readonly<Record<string, RouteGroup>>): readonly Route[] =>
  byRank(parts).flatMap(([family, { routes }]) => routes.map(route => Object.freeze({ ...route, family })))

/** The descriptions of families, ordered by rank. */
export const describeParts = (parts: Readonly<Record<string, RouteGroup>>): Readonly<Record<string, string>> =>
  Object.fromEntries(byRank(parts).map(([family, { offers }]) => [family, offers]))

/** With its `:parameters`. */
export const servedAt = ({ path, isOAuth }: Route): string =>
  path.startsWith('/api/') || isOAuth ? path : `${AUI_PREFIX}${path}`

export const fullPath = (route: Route): string => servedAt(route).replace(/:([a-z_]+)/g, '{$1}')
