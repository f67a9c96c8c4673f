import type { Installation } from '../../../tools/core/context.ts'
import { AI_CATALOG, SERVER_CARD_PATHS } from '../../http/discovery-links.ts'
import { protectedResourcePath } from '../../http/oauth-metadata.ts'
import { AUI_PREFIX } from '../../http/versioning.ts'
import { SERVER_CARD_TYPE } from './server-card.ts'

export const API_CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'

const JSON_TYPE = 'application/json'
const MARKDOWN = 'text/markdown'

/** The APIs of the server as a linkset (RFC 9727, RFC 9264) (CAT-4). */
export function apiCatalog({ baseUrl }: Installation): object {
  const aui = `${baseUrl}${AUI_PREFIX}`
  const link = (href: string, type: string) => ({ href, type })
  return {
    linkset: [
      {
        anchor: aui,
        'service-desc': [link(`${aui}/openapi.json`, JSON_TYPE), link(`${aui}/openapi.yaml`, 'application/yaml')],
        'service-doc': [link(`${aui}/agent-index`, MARKDOWN), link(`${aui}/agent-index/reference`, MARKDOWN)],
        'service-meta': [
          link(`${aui}/asyncapi.json`, JSON_TYPE),
          link(`${aui}/discovery.json`, JSON_TYPE),
          link(`${baseUrl}${AI_CATALOG.path}`, AI_CATALOG.type),
          link(`${baseUrl}/.well-known/oauth-authorization-server`, JSON_TYPE),
          link(`${baseUrl}/.well-known/openid-configuration`, JSON_TYPE),
        ],
        status: [link(`${baseUrl}/healthz`, JSON_TYPE)],
      },
      {
        anchor: `${baseUrl}/mcp`,
        'service-desc': [link(`${baseUrl}${SERVER_CARD_PATHS[0]}`, SERVER_CARD_TYPE)],
        'service-doc': [link(`${aui}/guides/mcp`, MARKDOWN)],
        'service-meta': [link(`${baseUrl}${protectedResourcePath('/mcp')}`, JSON_TYPE)],
      },
    ],
  }
}
