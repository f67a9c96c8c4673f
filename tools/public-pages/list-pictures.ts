import { z } from 'zod'
import { findPublicPictures } from '../../storage/agents/agent-pictures.ts'
import { agentPicture, presentPicture } from '../agents/agent-picture.ts'
import { definePageQuery } from '../core/define-tool.ts'
import { uuid } from '../core/schemas.ts'

const AGENTS_MOST = 100

export const listPictures = definePageQuery({
  name: 'list_pictures',
  description: 'The public pictures of these agents, where available.',
  input: z.object({ agent_ids: z.array(uuid).max(AGENTS_MOST).describe('ids, up to 100') }),
  output: z.object({ pictures: z.array(z.object({ agent_id: uuid, agent_picture: agentPicture })) }),
  problems: [],
  async handler({ agent_ids }, { db, installation }) {
    const rows = await findPublicPictures(db, agent_ids)
    const pictures = rows.map(({ agent_id, sha256 }) => ({
      agent_id,
      agent_picture: presentPicture(agent_id, sha256, installation),
    }))
    return { pictures }
  },
})
