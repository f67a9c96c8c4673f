import type { FunctionComponent } from 'preact'
import type { BucketName } from '../../tools/core/rate-limits.ts'
import type { HttpReply } from '../http/exchange.ts'
import type { AtomFeed } from './layout/atom-feed.ts'
import type { PageHead } from './layout/html-head.tsx'
import type { PageContext, VisitorRole } from './page-context.ts'

/** Who may see it. `lookers` are all, unless an operator has closed looking; `anyone` are all, whatever is closed. */
export type PageAudience = 'anyone' | 'lookers' | 'person' | VisitorRole

/** What is shown, of which the head tells what every page has. */
export interface PageProps {
  head: PageHead
}

/** Answers of tools; `answer` is the one that the same path with `.json` behind it gives. */
export interface PageData {
  answer: object
}

/** A page: who may see it, what it asks of tools, what of their answers it shows, and how. */
interface PageDeclaration<Given extends PageData, View extends PageProps> {
  audience: PageAudience
  /** A bucket that it counts in, beside that of all pages, whenever it is made. */
  limit?: BucketName
  ask(visit: PageContext): Promise<Given>
  /** Pure: nothing is asked or looked up any more. */
  view(given: Given, visit: PageContext): View
  render: FunctionComponent<View>
  /** For all, and yet not alike: it is made anew for each who looks. */
  isMadeAnew?: true
  /** What the same path with `.atom` behind it gives. */
  feed?(given: Given, visit: PageContext): AtomFeed
}

/** What a path answers that is no page: an image, a list for robots. */
interface PlainDeclaration {
  audience: PageAudience
  answer(visit: PageContext): Promise<HttpReply>
}

/** Where a form leads when it was done, what is said there, and cookies that are set. */
export interface Redirect {
  to: string
  flash?: string
  cookies?: readonly string[]
}

/** What a form does; it may answer with a page of its own in place of leading on. */
interface ActionDeclaration {
  audience: PageAudience
  act(visit: PageContext, form: URLSearchParams): Promise<Redirect | ErrorPage>
  /** The page of the form, to which somebody comes back who has to sign in again first; by default that of their agents. */
  back?(visit: PageContext, form: URLSearchParams): string
}

/** A page that is shown at once, with its status. */
export interface ErrorPage {
  status: number
  view: PageProps
  render: FunctionComponent<never>
  cookies?: readonly string[]
}

export type Page = { kind: 'page' } & PageDeclaration<PageData, PageProps>
export type Resource = { kind: 'plain' } & PlainDeclaration
export type Action = { kind: 'action' } & ActionDeclaration

export const definePage = <Given extends PageData, View extends PageProps>(
  declared: PageDeclaration<Given, View>,
): Page => Object.freeze({ kind: 'page', ...declared }) as unknown as Page

export const defineResource = (declared: PlainDeclaration): Resource => Object.freeze({ kind: 'plain', ...declared })

/** @public */
export const defineAction = (declared: ActionDeclaration): Action => Object.freeze({ kind: 'action', ...declared })

/** One line of the table of pages. */
export interface PageRoute {
  method: 'GET' | 'POST'
  path: string
  serves: Page | Resource | Action
  /**
   * Shared with agents, which get what the documents have at this path: at an `entry` whoever does not ask for HTML by its
   * name, at a `permalink` who proves an identity.
   */
  shared: 'entry' | 'permalink' | undefined
}

type PlaceOptions = Partial<Pick<PageRoute, 'shared'>>

export function pageRoute(method: 'GET', path: string, serves: Page | Resource, options?: PlaceOptions): PageRoute
export function pageRoute(method: 'POST', path: string, serves: Action, options?: PlaceOptions): PageRoute
export function pageRoute(
  method: PageRoute['method'],
  path: string,
  serves: PageRoute['serves'],
  options: PlaceOptions = {},
): PageRoute {
  return Object.freeze({ shared: undefined, ...options, method, path, serves })
}
