import { LONGEST_WAY } from '../sign-in-path.ts'

/** Where people find what is theirs. */
export const HOME_PATH = '/internal/agents'

/**
 * The path of ours, below the public prefix, that somebody asked for before they signed in: judged by the origin that a
 * browser makes of it, before and after it was read.
 */
export function safeReturnUrl(asked: string | null): string {
  if (asked === null || asked.length > LONGEST_WAY || !asked.startsWith('/')) return HOME_PATH
  const read = pathOf(asked)
  return read !== undefined && pathOf(read) === read ? read : HOME_PATH
}

const OURS = 'https://ours.invalid'

function pathOf(path: string): string | undefined {
  if (!URL.canParse(path, OURS)) return undefined
  const { origin, pathname, search } = new URL(path, OURS)
  return origin === OURS ? `${pathname}${search}` : undefined
}
