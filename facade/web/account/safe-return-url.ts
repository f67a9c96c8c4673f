import { MAX_RETURN_URL } from '../sign-in-path.ts'

/** The default page after sign-in. */
export const HOME_PATH = '/internal/agents'

/**
 * The path to return to after sign-in, below the public prefix. Prevents open redirects: the path must resolve to our
 * origin as browsers parse it, both before and after normalization.
 */
export function safeReturnUrl(asked: string | null): string {
  if (asked === null || asked.length > MAX_RETURN_URL || !asked.startsWith('/')) return HOME_PATH
  const read = pathOf(asked)
  return read !== undefined && pathOf(read) === read ? read : HOME_PATH
}

const OURS = 'https://ours.invalid'

function pathOf(path: string): string | undefined {
  if (!URL.canParse(path, OURS)) return undefined
  const { origin, pathname, search } = new URL(path, OURS)
  return origin === OURS ? `${pathname}${search}` : undefined
}
