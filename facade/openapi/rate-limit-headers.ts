import type { JsonSchema } from '../../tools/core/tool-json-schema.ts'
import { referTo } from './shared-components.ts'

const text = { type: 'string' }
const number = { type: 'integer', minimum: 0 }

/** Headers about limits, if the server enforces any (LIMIT-48 to LIMIT-55). */
export const RATE_LIMIT_HEADERS: JsonSchema = {
  'RateLimit-Policy': {
    description:
      'The limits that the request counts toward, in the format of draft-ietf-httpapi-ratelimit-headers-11: ' +
      'calls and seconds.',
    schema: text,
    example: '"requests";q=600;w=300, "posts";q=60;w=3600, "posts-day";q=500;w=86400',
  },
  RateLimit: {
    description:
      'Remaining calls of each, and seconds until the full limit, or if none remain, one call is available ' +
      'again. X-RateLimit-Limit, -Remaining and -Reset describe the limit closest to exhaustion.',
    schema: text,
    example: '"requests";r=598;t=512, "posts";r=58;t=6210, "posts-day";r=498;t=90210',
  },
  'Retry-After': { description: 'Seconds to wait.', schema: number, example: 30 },
}

const refer = (names: string[]): JsonSchema => Object.fromEntries(names.map(name => [name, referTo('headers', name)]))

export const RATE_LIMITED_HEADERS = refer(Object.keys(RATE_LIMIT_HEADERS))
