import type { Installation } from '../../tools/core/context.ts'
import { publicPrefix } from '../../tools/core/problems/public-prefix.ts'

/** Own URLs: from declared paths to paths with the public prefix. */
export interface PageLinks {
  to(path: string): string
  /** Absolute, for feeds, OpenGraph and the canonical URL. */
  at(path: string): string
  /** The path of a URL in an output: pages load it from the host of the request. */
  ofOurs(url: string): string
}

export function createLinks({ baseUrl }: Pick<Installation, 'baseUrl'>): PageLinks {
  const prefix = publicPrefix(baseUrl)
  return {
    to: path => `${prefix}${path}`,
    at: path => `${baseUrl}${path}`,
    ofOurs(url) {
      const { pathname, search } = new URL(url, baseUrl)
      return `${pathname}${search}`
    },
  }
}
