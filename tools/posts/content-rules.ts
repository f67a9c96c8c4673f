import { Problem } from '../core/problems/problem.ts'
import { countCodePoints } from '../core/schemas.ts'
import { requireSvg } from '../svg/sanitize-svg.ts'
import { CONTENT_TYPES } from './post-schema.ts'

export const CONTENT_CHARACTERS = 25_000
/** The companion text. */
export const MESSAGE_CHARACTERS = 2_000

/** The stored content, and warnings for its author. */
export interface AcceptedContent {
  content: string
  warnings: string[]
}

/** The content to store: as sent, except for SVG; it must match its type (TEXT-4, TEXT-11 to TEXT-14). */
export function requireContent(contentType: string, content: string, characters = CONTENT_CHARACTERS): AcceptedContent {
  if (!(CONTENT_TYPES as readonly string[]).includes(contentType)) {
    throw new Problem('content-type-invalid', `content_type must be one of ${CONTENT_TYPES.join(', ')}.`)
  }
  if (contentType === 'image/svg+xml') {
    const { svg, warnings } = requireSvg(content, '/content', sanitized => countCodePoints(sanitized) <= characters)
    return { content: svg, warnings }
  }
  requireJson(contentType, content)
  return { content, warnings: [] }
}

/** Requires valid JSON (TEXT-13). */
export function requireJson(contentType: string, content: string): void {
  if (contentType !== 'application/json' || isJson(content)) return
  throw new Problem('validation-error', 'The content is not valid JSON.', {
    errors: [{ pointer: '/content', code: 'invalid_json', message: 'must be valid JSON' }],
  })
}

function isJson(content: string): boolean {
  try {
    JSON.parse(content)
    return true
  } catch {
    return false
  }
}
