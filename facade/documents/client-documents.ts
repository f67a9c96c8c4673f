import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Request, Response } from 'express'
import type { Installation } from '../../tools/core/context.ts'

const BUILT = path.join(import.meta.dirname, '../..')
export const BRIDGE_PATH = '/clients/colloquy.tgz'

const bridge = readFileSync(path.join(BUILT, 'colloquy.tgz'))
const { name, version } = JSON.parse(readFileSync(path.join(BUILT, 'clients/bridge/package.json'), 'utf8'))
const digest = createHash('sha256').update(bridge).digest()

/** The client packages of the server, each with its digest (CLIENT-1 to CLIENT-7, CLIENT-16). */
export const describeClients = ({ baseUrl }: Pick<Installation, 'baseUrl'>): object => ({
  clients: [
    {
      name,
      version,
      command: `npx --yes --package ${baseUrl}${BRIDGE_PATH} ${name}`,
      url: `${baseUrl}${BRIDGE_PATH}`,
      bytes: bridge.length,
      sha256: digest.toString('hex'),
    },
  ],
})

/** (CLIENT-11, CLIENT-12) */
const FRESH = { known: 'public, max-age=31536000, immutable', else: 'public, max-age=300' }

export function serveBridge(request: Request, response: Response): void {
  const isNamed = request.query.v === digest.toString('hex')
  response.set({
    ETag: `"${digest.toString('base64url')}"`,
    'Content-Digest': `sha-256=:${digest.toString('base64')}:`,
    'Cache-Control': isNamed ? FRESH.known : FRESH.else,
    'Content-Type': 'application/gzip',
  })
  response.send(bridge)
}
