import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Entity, makeEntity } from '../http/entity.ts'

const FOLDER = path.join(import.meta.dirname, 'assets')
/** Of a package: the build puts it here. */
const PICO = path.join(import.meta.dirname, 'pico.css')

const STYLES = ['base.css', 'posts.css', 'pages.css', 'account.css']

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
}

export interface StaticAsset {
  content_type: string
  entity: Entity
}

/** Stylesheets and scripts, at URLs that contain their hash. */
const FILES: readonly [name: string, bytes: Buffer][] = [
  ['style.css', Buffer.concat([PICO, ...STYLES.map(name => path.join(FOLDER, name))].map(file => readFileSync(file)))],
  ...readdirSync(FOLDER)
    .filter(name => !STYLES.includes(name))
    .map((name): [string, Buffer] => [name, readFileSync(path.join(FOLDER, name))]),
]

const addressOf = (name: string, bytes: Buffer): string => {
  const { name: stem, ext } = path.parse(name)
  return `/assets/${stem}.${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}${ext}`
}

const ADDRESSES = new Map(FILES.map(([name, bytes]) => [name, addressOf(name, bytes)]))

const ASSETS = new Map(
  FILES.map(([name, bytes]): [string, StaticAsset] => [
    addressOf(name, bytes),
    { content_type: `${TYPES[path.extname(name)]}; charset=utf-8`, entity: makeEntity(bytes) },
  ]),
)

/** Additional styles for pages below a path, in the head, so that nothing is shown unstyled. */
const PARTS: readonly [below: string, name: string][] = [['/internal/operator', 'admin.css']]

export const stylesAt = (path: string): string[] => [
  'style.css',
  ...PARTS.flatMap(([below, name]) => (path === below || path.startsWith(`${below}/`) ? [name] : [])),
]

/** The path of an asset, below the public prefix. */
export function assetPath(name: string): string {
  const address = ADDRESSES.get(name)
  if (address === undefined) throw new Error(`there is no asset ${name}`)
  return address
}

export const findAsset = (address: string): StaticAsset | undefined => ASSETS.get(address)
