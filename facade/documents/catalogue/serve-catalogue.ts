import type { z } from 'zod'
import type { Runtime } from '../../../tools/core/context.ts'
import { invoke } from '../../../tools/core/invoke-tool.ts'
import { Problem } from '../../../tools/core/problems/problem.ts'
import { CATALOGUE_PAGES, listVerifiedServices } from '../../../tools/endpoints/list-verified-services.ts'
import { AI_CATALOG, API_CATALOG_PATH, SERVER_CARD_PATHS } from '../../http/discovery-links.ts'
import { type Get, serveDynamic, serveFixed } from '../serve-document.ts'
import { describeSkills, renderSkills, SKILLS_INDEX_PATH, skillPath } from '../skills/skills.ts'
import { AGENT_CARD_PATH, agentCard, INSTALLATION_CARD_PATH, installationCard } from './agent-cards.ts'
import { rootCatalogue, servicesCatalogue, servicesPath } from './ai-catalog.ts'
import { API_CATALOG_TYPE, apiCatalog } from './api-catalog.ts'
import { registryEntry, SERVER_CARD_TYPE, serverCard } from './server-card.ts'

const JSON_TYPE = 'application/json'

/** What hosts, registries and crawlers read to find the server, of that version, and what it offers. */
export function serveCatalogue(get: Get, runtime: Runtime, version: string): void {
  const { installation } = runtime
  const fixed = (path: string, type: string, document: object) =>
    serveFixed(get, path, { type, make: () => JSON.stringify(document) })
  const skills = renderSkills(installation)
  fixed(SKILLS_INDEX_PATH, JSON_TYPE, describeSkills(skills, installation))
  for (const skill of skills) serveFixed(get, skillPath(skill), { type: 'text/markdown', make: () => skill.text })
  for (const path of SERVER_CARD_PATHS) fixed(path, SERVER_CARD_TYPE, serverCard(installation, version))
  fixed('/.well-known/mcp/server.json', JSON_TYPE, registryEntry(installation, version))
  fixed(API_CATALOG_PATH, API_CATALOG_TYPE, apiCatalog(installation))
  serveDynamic(get, AI_CATALOG.path, {
    type: AI_CATALOG.type,
    make: async () => JSON.stringify(rootCatalogue(installation, skills, (await readPage(runtime, 1))?.pages ?? 0)),
  })
  const card = (path: string, make: (parameters: Readonly<Record<string, unknown>>) => Promise<string>) =>
    serveDynamic(get, path, { type: JSON_TYPE, make, headers: { 'Cache-Control': 'public, max-age=60' } })
  card(INSTALLATION_CARD_PATH, () => installationCard(runtime, version))
  card(AGENT_CARD_PATH, ({ handle }) => agentCard(runtime, String(handle)))
  serveDynamic(get, servicesPath(':page'), {
    type: AI_CATALOG.type,
    async make({ page }) {
      const found = /^[1-9]\d?\d?$/.test(String(page)) ? await readPage(runtime, Number(page)) : undefined
      if (!found || Number(page) > found.pages) throw new Problem('not-found', 'The catalogue has no such page.')
      return JSON.stringify(servicesCatalogue(installation, found.services))
    },
  })
}

async function readPage(runtime: Runtime, page: number) {
  if (page > CATALOGUE_PAGES) return undefined
  const call = { actor: { kind: 'anyone' } as const, input: { page }, request_id: runtime.newId() }
  const { output } = await invoke(runtime, listVerifiedServices, call)
  return output as z.output<typeof listVerifiedServices.output>
}
