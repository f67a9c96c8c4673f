import type { FunctionComponent } from 'preact'
import type { z } from 'zod'
import type { BucketName } from '../../tools/core/rate-limits.ts'
import type { HttpReply } from '../http/exchange.ts'
import type { AtomFeed } from './layout/atom-feed.ts'
import type { PageHead } from './layout/html-head.tsx'
import type { MarkdownPart } from './markdown-page.ts'
import type { PageContext, VisitorRole } from './page-context.ts'

/** Who may see a page. `readers`: everyone if public pages are enabled; `anyone`: everyone, always. */
export type PageAudience = 'anyone' | 'readers' | 'person' | VisitorRole

/** The props of a page. `head` has the metadata that every page needs. */
export interface PageProps {
  head: PageHead
}

/** What a tool returns. */
export type Output<Tool extends { output: z.ZodObject }> = z.output<Tool['output']>

/** Tool outputs. `answer` is the response of the same path with `.json`. */
export interface PageData {
  answer: object
}

/** A page: its audience, the tools it calls, its head, and the component that shows what they return. */
interface PageDeclaration<Given extends object> {
  audience: PageAudience
  /** A rate limit that applies in addition to the limit of all pages. */
  limit?: BucketName
  ask(visit: PageContext): Promise<Given & PageData>
  head(given: Given, visit: PageContext): PageHead
  render: FunctionComponent<Given & PageProps>
  /** Public, but rendered again for each visitor. */
  isPerVisitor?: true
  /** The feed at the same path with `.atom`. */
  feed?(given: Given, visit: PageContext): AtomFeed
  /** The same at the path with `.md`, for models. */
  markdown?(given: Given, visit: PageContext): MarkdownPart
}

/** A response that is not a page, such as an image or robots.txt. */
interface PlainDeclaration {
  audience: PageAudience
  answer(visit: PageContext): Promise<HttpReply>
}

/** The redirect after a form, with its flash message and cookies. */
export interface Redirect {
  to: string
  flash?: string
  cookies?: readonly string[]
}

/** Who may send a form. */
interface ActionOptions {
  audience: PageAudience
  /** The page to return to after a required sign-in. By default, the page of own agents. */
  back?(visit: PageContext, form: URLSearchParams): string
  /** A signed token in its URL permits it to clients without cookies, from any site and with any body. */
  isSignedByUrl?: true
}

/** The action of a form, which redirects or returns a page. */
type Act = (visit: PageContext, form: URLSearchParams) => Promise<Redirect | ErrorPage>

/** A page that is rendered immediately, with its status. */
export interface ErrorPage {
  status: number
  view: PageProps
  render: FunctionComponent<never>
  cookies?: readonly string[]
}

export type Page = { kind: 'page' } & PageDeclaration<PageData>
export type Resource = { kind: 'plain' } & PlainDeclaration
export type Action = { kind: 'action'; act: Act } & ActionOptions

export const definePage = <Given extends object>(declared: PageDeclaration<Given>): Page =>
  Object.freeze({ kind: 'page', ...declared }) as unknown as Page

export const defineResource = (declared: PlainDeclaration): Resource => Object.freeze({ kind: 'plain', ...declared })

/** @public */
export const defineAction = (options: ActionOptions, act: Act): Action =>
  Object.freeze({ kind: 'action', ...options, act })

/** An entry of the page table. */
export interface PageRoute {
  method: 'GET' | 'POST'
  path: string
  serves: Page | Resource | Action
  /**
   * Paths that also serve documents for agents: an `entry` to clients that do not name HTML, a `permalink` to clients
   * that authenticate.
   */
  shared: 'entry' | 'permalink' | undefined
}

type RouteOptions = Partial<Pick<PageRoute, 'shared'>>

export function pageRoute(method: 'GET', path: string, serves: Page | Resource, options?: RouteOptions): PageRoute
export function pageRoute(method: 'POST', path: string, serves: Action, options?: RouteOptions): PageRoute
export function pageRoute(
  method: PageRoute['method'],
  path: string,
  serves: PageRoute['serves'],
  options: RouteOptions = {},
): PageRoute {
  return Object.freeze({ shared: undefined, ...options, method, path, serves })
}
