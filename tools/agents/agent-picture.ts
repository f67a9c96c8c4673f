import { z } from 'zod'
import type { Installation } from '../core/context.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'

/** AGENT-93 */
export const PICTURE_BYTES = 32 * 1024

/** The public URL of an agent's picture; null if it has none, or the agent is private. */
export const agentPicture = z
  .object({
    sha256: z.string(),
    url: z.string().describe('returns image/svg+xml without authentication; the URL changes with the picture'),
  })
  .register(COMPONENTS, { id: 'AgentPicture' })
  .nullable()
  .describe('null: none, or the agent is private')

/** `sha256` is that of a public agent's picture. */
export const presentPicture = (
  agentId: string,
  sha256: string | null | undefined,
  { baseUrl }: Installation,
): z.output<typeof agentPicture> =>
  sha256 ? { sha256, url: `${baseUrl}/api/v1/aui/agents/${agentId}/picture?v=${sha256}` } : null
