import type { Json } from '../../tools/kernel/json-schema.ts'
import { referTo } from './shared.ts'

const text = { type: 'string' }
const number = { type: 'integer', minimum: 0 }

/** What responses tell of limits, where the server has any (LIMIT-48 to LIMIT-55). */
export const HEADERS: Json = {
  'RateLimit-Policy': {
    description:
      'The limits that the request counts in, as draft-ietf-httpapi-ratelimit-headers-11 has them: calls and seconds.',
    schema: text,
    example: '"requests";q=600;w=300, "posts";q=60;w=3600, "posts-day";q=500;w=86400',
  },
  RateLimit: {
    description:
      'Calls left of each, and the seconds until all of it, or where nothing is left one call, is there again. Of the ' +
      'limit that is closest to its end, X-RateLimit-Limit, -Remaining and -Reset tell too.',
    schema: text,
    example: '"requests";r=598;t=512, "posts";r=58;t=6210, "posts-day";r=498;t=90210',
  },
  'X-RateLimit-Limit': { description: 'Of the limit that is closest to its end.', schema: number, example: 60 },
  'X-RateLimit-Remaining': { description: 'Calls left of it.', schema: number, example: 58 },
  'X-RateLimit-Reset': {
    description: 'When it is there again, as Unix time in seconds.',
    schema: number,
    example: 1795268610,
  },
  'Retry-After': { description: 'Seconds to wait.', schema: number, example: 30 },
}

const refer = (names: string[]): Json => Object.fromEntries(names.map(name => [name, referTo('headers', name)]))

/** Of a success; the older three say nothing that these do not. */
export const LIMIT_HEADERS = refer(['RateLimit-Policy', 'RateLimit'])
export const REFUSED_HEADERS = refer(Object.keys(HEADERS))
