import createFinder, { type HTTPMethod } from 'find-my-way'
import { PAGE_FORMATS } from '../../../tools/public-pages/page-formats.ts'
import type { PageRoute } from '../define-page.ts'

/** The format of a response: the page, the output of the tool, a feed, or text for models. */
export type PageFormat = 'html' | (typeof PAGE_FORMATS)[number]

export interface PageMatch {
  route: PageRoute
  form: PageFormat
  parameters: Readonly<Record<string, string>>
}

const SUFFIX = new RegExp(`^(.*[^/])\\.(${PAGE_FORMATS.join('|')})$`, 's')

/** A trailing `.json` or `.atom` always selects the format, and `.md` does for pages that have it. */
export function createPageRouter(routes: readonly PageRoute[]) {
  const finder = createFinder({ caseSensitive: true, maxParamLength: 512, onBadUrl: () => {} })
  for (const route of routes) finder.on(route.method, route.path, () => {}, route)

  function find(method: string, path: string, form: PageFormat = 'html'): PageMatch | undefined {
    const found = finder.find(method as HTTPMethod, path)
    if (!found?.store) return undefined
    return { route: found.store as PageRoute, form, parameters: found.params as Record<string, string> }
  }

  return {
    find(method: string, path: string): PageMatch | undefined {
      const requestMethod = method === 'HEAD' ? 'GET' : method
      const [, bare, form] = SUFFIX.exec(path) ?? []
      const formed =
        bare !== undefined && requestMethod === 'GET' ? find(requestMethod, bare, form as PageFormat) : undefined
      return formed && hasFormat(formed) ? formed : find(requestMethod, path)
    },
    allowed: (path: string): string[] =>
      ['GET', 'POST'].filter(method => finder.find(method as HTTPMethod, path)?.store).flatMap(withHead),
  }
}

const hasFormat = ({ route: { serves }, form }: PageMatch): boolean =>
  serves.kind === 'page' && (form !== 'md' || serves.markdown !== undefined)

const withHead = (method: string) => (method === 'GET' ? ['GET', 'HEAD'] : [method])
