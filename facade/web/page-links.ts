import type { Installation } from '../../tools/core/context.ts'
import { publicPrefix } from '../../tools/core/problems/public-prefix.ts'

/** Addresses of our own: paths come as pages are declared, and leave with the path of the base URL in front. */
export interface PageLinks {
  to(path: string): string
  /** Whole, for what leaves the browser: feeds, OpenGraph, the canonical address. */
  at(path: string): string
  /** The path, prefix and all, of an address that an answer names: pages load from where they were asked for. */
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
