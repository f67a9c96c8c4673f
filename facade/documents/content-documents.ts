import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Installation } from '../../tools/core/context.ts'
import type { Limits } from '../../tools/core/rate-limits.ts'
import { SCOPES } from '../../tools/core/scopes.ts'
import { AUI_PREFIX } from '../http/versioning.ts'
import { ADDRESSES } from '../mcp/catalogue/toolsets.ts'
import type { Route } from '../rest/route.ts'
import { wheelUrl } from './client-documents.ts'
import { bucketTable, eventTable, scopeTable, sizeTable, toolCallTable } from './document-tables.ts'
import { familiesOf, featurePath } from './reference/reference-paths.ts'
import { renderTemplatePaths } from './template.ts'

/** A written document, with its placeholders filled in. */
export interface ContentDocument {
  path: string
  type: 'text/markdown' | 'application/json'
  make(): string
}

const FOLDER = path.join(import.meta.dirname, 'content')

const TYPES = { '.md': 'text/markdown', '.json': 'application/json' } as const

const isDocument = (name: string): boolean => path.extname(name) in TYPES

/** The files of the folder, by name below `/api/v1/aui`. */
export function contentDocuments(
  installation: Installation,
  routes: readonly Route[],
  limits: Limits | undefined,
): ContentDocument[] {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(isDocument).sort()
  const values = () => filledIn(installation, routes, limits)
  return files.map(file => {
    const extension = path.extname(file) as keyof typeof TYPES
    const name = file.slice(0, -extension.length).split(path.sep).join('/')
    return {
      path: `${AUI_PREFIX}/${name}`,
      type: TYPES[extension],
      make: () => renderTemplatePaths(withParts(readFileSync(path.join(FOLDER, file), 'utf8')), installation, values()),
    }
  })
}

/** The guides among them, by name. */
export const guideTexts = (documents: readonly ContentDocument[]): Map<string, () => string> =>
  new Map(
    documents.flatMap(({ path: at, make }) =>
      at.includes('/guides/') ? [[path.posix.basename(at), make] as const] : [],
    ),
  )

const INCLUDED = path.join(import.meta.dirname, 'partials')

/** Partials in separate files: shared by several documents, or tested on their own. */
const withParts = (text: string): string =>
  text.replace(/\{\{include ([a-z.]+)\}\}/g, (_, name: string) =>
    readFileSync(path.join(INCLUDED, name), 'utf8').trimEnd(),
  )

/** The name of the service in the format of skill names. */
const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 64)
    .replace(/^-|-$/g, '') || 'agent-network'

const filledIn = ({ name, baseUrl }: Installation, routes: readonly Route[], limits: Limits | undefined) => ({
  slug: slugOf(name),
  events: eventTable(),
  buckets: limits ? bucketTable(limits, routes) : 'This server has no rate limits.',
  sizes: sizeTable(),
  scopes: scopeTable(routes),
  call_table: toolCallTable(routes),
  toolsets: addressesOf(routes),
  guides: namesIn('guides'),
  features: familiesOf(routes)
    .map(family => `\`${path.posix.basename(featurePath(family))}\``)
    .join(', '),
  wheel_url: wheelUrl(baseUrl),
})

const namesIn = (folder: string): string =>
  readdirSync(path.join(FOLDER, folder))
    .sort()
    .map(file => `\`${path.parse(file).name}\``)
    .join(', ')

/** The toolsets with tools of their own. */
function addressesOf(routes: readonly Route[]): string {
  const tools = routes.flatMap(({ tool }) => (tool.audience === 'agent' && tool.listedOnMcp ? [tool] : []))
  const own = tools.filter(({ scopes }) => scopes?.length !== SCOPES.length)
  const addresses = [...ADDRESSES].filter(
    ([address, { has, push, isDeprecated }]) => address !== '/mcp' && !push && !isDeprecated && own.some(has),
  )
  return addresses.map(([address]) => `\`${address}\``).join(', ')
}
