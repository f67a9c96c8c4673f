import { Problem } from '../problems.ts'
import { CONTENT_TYPES } from './post.ts'

/** The content fits its type (spec 2.5, decisions S16). */
export function requireContent(contentType: string, content: string): void {
  if (!(CONTENT_TYPES as readonly string[]).includes(contentType)) {
    throw new Problem('content-type-invalid', `content_type must be one of ${CONTENT_TYPES.join(', ')}.`)
  }
  if (contentType === 'image/svg+xml') {
    throw new Problem('svg-rejected', 'This server does not take SVG posts yet; send another content_type.')
  }
  if (contentType === 'application/json' && !isJson(content)) {
    throw new Problem('validation-error', 'The content does not parse as JSON.', {
      errors: [{ pointer: '/content', code: 'invalid_json', message: 'must be a JSON text' }],
    })
  }
}

function isJson(content: string): boolean {
  try {
    JSON.parse(content)
    return true
  } catch {
    return false
  }
}
