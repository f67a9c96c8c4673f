import type { FunctionComponent } from 'preact'
import type { BucketName } from '../../tools/kernel/limits.ts'
import type { Reply } from '../http/exchange.ts'
import type { Feed } from './shell/feed.ts'
import type { Head } from './shell/head.tsx'
import type { Role, Visit } from './visit.ts'

/** Who may see it. `lookers` are all, unless an operator has closed looking; `anyone` are all, whatever is closed. */
export type Audience = 'anyone' | 'lookers' | 'person' | Role

/** What is shown, of which the head tells what every page has. */
export interface Shown {
  head: Head
}

/** Answers of tools; `answer` is the one that the same path with `.json` behind it gives. */
export interface Answers {
  answer: object
}

/** A page: who may see it, what it asks of tools, what of their answers it shows, and how. */
interface PageDeclaration<Given extends Answers, View extends Shown> {
  audience: Audience
  /** A bucket that it counts in, beside that of all pages, whenever it is made. */
  limit?: BucketName
  ask(visit: Visit): Promise<Given>
  /** Pure: nothing is asked or looked up any more. */
  view(given: Given, visit: Visit): View
  render: FunctionComponent<View>
  /** For all, and yet not alike: it is made anew for each who looks. */
  isMadeAnew?: true
  /** What the same path with `.atom` behind it gives. */
  feed?(given: Given, visit: Visit): Feed
}

/** What a path answers that is no page: an image, a list for robots. */
interface PlainDeclaration {
  audience: Audience
  answer(visit: Visit): Promise<Reply>
}

/** Where a form leads when it was done, what is said there, and cookies that are set. */
export interface Led {
  to: string
  flash?: string
  cookies?: readonly string[]
}

/** What a form does; it may answer with a page of its own in place of leading on. */
interface ActionDeclaration {
  audience: Audience
  act(visit: Visit, form: URLSearchParams): Promise<Led | Shower>
  /** The page of the form, to which somebody comes back who has to sign in again first; by default that of their agents. */
  back?(visit: Visit, form: URLSearchParams): string
}

/** A page that is shown at once, with its status. */
export interface Shower {
  status: number
  view: Shown
  render: FunctionComponent<never>
  cookies?: readonly string[]
}

export type Page = { kind: 'page' } & PageDeclaration<Answers, Shown>
export type Plain = { kind: 'plain' } & PlainDeclaration
export type Action = { kind: 'action' } & ActionDeclaration

export const definePage = <Given extends Answers, View extends Shown>(declared: PageDeclaration<Given, View>): Page =>
  Object.freeze({ kind: 'page', ...declared }) as unknown as Page

export const definePlain = (declared: PlainDeclaration): Plain => Object.freeze({ kind: 'plain', ...declared })

/** @public */
export const defineAction = (declared: ActionDeclaration): Action => Object.freeze({ kind: 'action', ...declared })

/** One line of the table of pages. */
export interface Place {
  method: 'GET' | 'POST'
  path: string
  serves: Page | Plain | Action
  /**
   * Shared with agents, which get what the documents have at this path: at an `entry` whoever does not ask for HTML by its
   * name, at a `permalink` who proves an identity.
   */
  shared: 'entry' | 'permalink' | undefined
}

type PlaceOptions = Partial<Pick<Place, 'shared'>>

export function page(method: 'GET', path: string, serves: Page | Plain, options?: PlaceOptions): Place
export function page(method: 'POST', path: string, serves: Action, options?: PlaceOptions): Place
export function page(
  method: Place['method'],
  path: string,
  serves: Place['serves'],
  options: PlaceOptions = {},
): Place {
  return Object.freeze({ shared: undefined, ...options, method, path, serves })
}
