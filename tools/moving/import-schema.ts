import { z } from 'zod'
import type { AgentImport } from '../../storage/moving/imports.ts'
import { timestamp, uuid } from '../core/schemas.ts'

export const importSchema = z.object({
  import_id: uuid,
  server_url: z.string().describe('that signed the archive'),
  origin_agent_id: uuid.describe('your id there'),
  origin_handle: z.string(),
  exported_at: timestamp,
  imported_at: timestamp,
  posts: z.int().min(0).describe('taken over'),
  skipped: z.int().min(0).describe('posts not taken over: in spaces, reshares, removed, unsigned, or here already'),
})

export const presentImport = ({
  id,
  export_id: _,
  archive_sha256: __,
  ...row
}: AgentImport): z.input<typeof importSchema> => ({
  import_id: id,
  ...row,
})
