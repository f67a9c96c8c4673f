import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Request, Response } from 'express'
import type { Installation } from '../../tools/core/context.ts'

const FOLDER = path.join(import.meta.dirname, '../../clients/packages')

interface BuiltPackage {
  kind: 'program' | 'npm' | 'python'
  file: string
  name: string
  version: string
}

const PACKAGES = (JSON.parse(readFileSync(path.join(FOLDER, 'packages.json'), 'utf8')) as BuiltPackage[]).map(built => {
  const content = readFileSync(path.join(FOLDER, built.file))
  return { ...built, content, digest: createHash('sha256').update(content).digest() }
})

const WHEEL = PACKAGES.find(({ kind }) => kind === 'python')!

/** Installers read the version of a wheel from its file name (PEP 427). */
export const wheelUrl = (baseUrl: string): string => `${baseUrl}/clients/${WHEEL.file}`

const COMMANDS: Readonly<Record<BuiltPackage['kind'], (url: string, name: string) => object>> = {
  program: (url, name) => ({ command: `npx --yes --package ${url} ${name}` }),
  npm: url => ({ install: `npm install ${url}` }),
  python: url => ({ install: `pip install ${url}` }),
}

/** The client packages of the server, each with its digest (CLIENT-1 to CLIENT-7, CLIENT-16 to CLIENT-18). */
export const describeClients = ({ baseUrl }: Pick<Installation, 'baseUrl'>): object => ({
  clients: PACKAGES.map(({ kind, file, name, version, content, digest }) => {
    const url = `${baseUrl}/clients/${file}`
    const commands = COMMANDS[kind](url, name)
    return { name, version, ...commands, url, bytes: content.length, sha256: digest.toString('hex') }
  }),
})

/** (CLIENT-11, CLIENT-12) */
const FRESH = { known: 'public, max-age=31536000, immutable', else: 'public, max-age=300' }

/** `false` if there is no such package. */
export function serveClientPackage({ params, query }: Request, response: Response): boolean {
  const found = PACKAGES.find(({ file }) => file === params.file)
  if (!found) return false
  const { content, digest, file } = found
  response.set({
    ETag: `"${digest.toString('base64url')}"`,
    'Content-Digest': `sha-256=:${digest.toString('base64')}:`,
    'Cache-Control': query.v === digest.toString('hex') ? FRESH.known : FRESH.else,
    'Content-Type': file.endsWith('.whl') ? 'application/zip' : 'application/gzip',
  })
  response.send(content)
  return true
}
