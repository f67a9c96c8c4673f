import type { IncomingMessage } from 'node:http'
import { Problem } from '../../tools/problems.ts'

const tooLarge = (limit: number) =>
  new Problem('payload-too-large', `The body may have at most ${limit} bytes here.`, { limit_bytes: limit })

/** The whole body; `payload-too-large` as soon as it is known to exceed `limit` bytes (decisions G44). */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const encoding = request.headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') {
    return Promise.reject(new Problem('unsupported-media-type', 'Send the body without Content-Encoding.'))
  }
  if (Number(request.headers['content-length'] ?? 0) > limit) return Promise.reject(tooLarge(limit))
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > limit) {
        request.removeAllListeners('data')
        request.resume()
        reject(tooLarge(limit))
      } else chunks.push(chunk)
    })
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
    request.on('error', reject)
    request.on('close', () => {
      if (!request.complete) reject(new Problem('bad-request', 'The connection closed before the body was complete.'))
    })
  })
}
