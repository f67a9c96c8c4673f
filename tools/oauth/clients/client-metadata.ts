import { countCodePoints } from '../../core/schemas.ts'
import { oneLine } from '../../core/text/hidden-characters.ts'
import { tokenProblem } from '../../tokens/token-problem.ts'
import { redirectHost } from './redirect-uri.ts'

const NAME_CHARACTERS = 100
const MAX_URIS = 10

/** The name given by the client (OAUTH-9). */
export function readName(name: unknown): string | null {
  if (name === undefined || name === null) return null
  const text = typeof name === 'string' && name.isWellFormed() ? oneLine(name).replaceAll('\0', '').trim() : ''
  if (text === '' || countCodePoints(text) > NAME_CHARACTERS) {
    throw tokenProblem('invalid-client-metadata', `client_name must be a string of 1 to ${NAME_CHARACTERS} characters.`)
  }
  return text
}

export const isRedirectUri = (uri: unknown): uri is string => typeof uri === 'string' && redirectHost(uri) !== undefined

/** All are accepted, or none (OAUTH-7, OAUTH-8). */
export function readUris(uris: unknown): string[] {
  const isList = Array.isArray(uris) && uris.length > 0 && uris.length <= MAX_URIS
  if (!isList) throw tokenProblem('invalid-redirect-uri', `redirect_uris must be a list of 1 to ${MAX_URIS} URIs.`)
  if (!uris.every(isRedirectUri)) {
    throw tokenProblem('invalid-redirect-uri', 'A redirect URI must be https, or http on loopback, without a fragment.')
  }
  return uris
}
