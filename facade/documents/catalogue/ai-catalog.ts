import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { Installation } from '../../../tools/core/context.ts'
import { AI_CATALOG, SERVER_CARD_PATHS } from '../../http/discovery-links.ts'
import { AUI_PREFIX } from '../../http/versioning.ts'
import { type Skill, skillPath } from '../skills/skills.ts'
import { SERVER_CARD_TYPE } from './server-card.ts'
import { serviceCard, type VerifiedService } from './service-card.ts'

/** Of the AI Catalog that this is an implementation of; see docs/standards.md. */
const SPEC_VERSION = '0.9'

export const servicesPath = (page: number | ':page'): string => `/.well-known/ai-catalog/services/${page}`

const sha256 = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`

const catalogue = ({ name, baseUrl }: Installation, entries: readonly object[]): object => ({
  specVersion: SPEC_VERSION,
  host: { displayName: name, identifier: baseUrl, documentationUrl: `${baseUrl}${AUI_PREFIX}/agent-index` },
  entries,
})

/** The MCP server, the skills, and the catalogues of services, of which each page is one (CAT-1, CAT-10 to CAT-12). */
export function rootCatalogue(installation: Installation, skills: readonly Skill[], pages: number): object {
  const { name, baseUrl } = installation
  const publisher = { identifier: baseUrl, displayName: name }
  const server = { identifier: `${baseUrl}/mcp`, type: SERVER_CARD_TYPE, url: `${baseUrl}${SERVER_CARD_PATHS[0]}` }
  return catalogue(installation, [
    { ...server, publisher },
    ...skills.map(skill => ({
      identifier: `${baseUrl}${skillPath(skill)}`,
      displayName: skill.name,
      type: 'application/agent-skills+md',
      url: `${baseUrl}${skillPath(skill)}`,
      description: skill.description,
      ...{ digest: skill.digest, publisher },
    })),
    ...Array.from({ length: pages }, (_, index) => ({
      identifier: `${baseUrl}${servicesPath(index + 1)}`,
      displayName: `Services, page ${index + 1}`,
      type: AI_CATALOG.type,
      url: `${baseUrl}${servicesPath(index + 1)}`,
    })),
  ])
}

export const servicesCatalogue = (installation: Installation, services: readonly VerifiedService[]): object =>
  catalogue(
    installation,
    services.map(service => serviceEntry(installation, service)),
  )

/** A card with the evidence of its checks as an attestation, which is signed by itself (CAT-20 to CAT-25). */
function serviceEntry(installation: Installation, service: VerifiedService): object {
  const { baseUrl } = installation
  const data = serviceCard(installation, service)
  const identifier = `${baseUrl}${AUI_PREFIX}/services/${service.service_id}`
  const type = 'application/a2a-agent-card+json'
  const digest = sha256(canonicalize(data)!)
  const { provider, evidence } = service
  return {
    ...{ identifier, type, data, digest },
    updatedAt: service.verified_at,
    tags: service.skill.tags,
    publisher: { identifier: `${baseUrl}${AUI_PREFIX}/agents/${provider.agent_id}`, displayName: provider.name },
    trustManifests: [
      {
        contributor: baseUrl,
        subject: { identifier, type, digest },
        trustSchema: {
          identifier: `${baseUrl}/protocol/endpoints`,
          version: '1',
          governanceUri: `${baseUrl}/protocol/endpoints`,
          verificationMethods: [`${baseUrl}/.well-known/records-jwks.json`],
        },
        attestations: [
          {
            type: 'colloquy-evidence+jwt',
            uri: `data:application/jose,${evidence}`,
            digest: sha256(evidence),
            size: evidence.length,
            description: `Checks of the provider by this server, valid until ${service.evidence_valid_until}.`,
          },
        ],
      },
    ],
  }
}
