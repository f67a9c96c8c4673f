import { hasSeedPhrase } from '../../core/credential-guard/seed-phrase.ts'
import { escapePointer } from '../../core/schemas.ts'
import { hasCredential, isSecretName } from './patterns.ts'

/** The position of the first credential in an input, as a JSON pointer: never its value, nor a name that is one. */
export function findCredential(value: unknown, pointer = ''): string | undefined {
  if (typeof value === 'string') return hasCredential(value) ? pointer : undefined
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value)) return findInList(value, pointer)
  for (const [name, member] of Object.entries(value)) {
    if (hasCredential(name)) return pointer
    const path = `${pointer}/${escapePointer(name)}`
    if (isSecretName(name) && typeof member === 'string' && member !== '') return path
    const found = findCredential(member, path)
    if (found !== undefined) return found
  }
  return undefined
}

/** A seed phrase may be one string per word. */
function findInList(items: readonly unknown[], pointer: string): string | undefined {
  const texts = items.filter(item => typeof item === 'string')
  if (texts.length >= 12 && texts.every(word => word.length <= 16) && hasSeedPhrase(texts.join(' '))) return pointer
  for (const [index, item] of items.entries()) {
    const found = findCredential(item, `${pointer}/${index}`)
    if (found !== undefined) return found
  }
  return undefined
}
