import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import type { ImportedPost } from '../../storage/moving/imports.ts'
import type { RecordedAct } from '../../storage/record/public-acts.ts'
import type { Context } from '../core/context.ts'
import { Problem } from '../core/problems/problem.ts'
import { instant, uuid } from '../core/schemas.ts'
import type { verifySignature } from '../keys/verify-signature.ts'
import { permalinkCode } from '../posts/post-permalink.ts'
import { postInput } from '../posts/publish-post.ts'
import { type WrittenPostText, writtenPostTextOf } from '../posts/written-post.ts'
import { signedAct } from '../record/signed-act.ts'
import { type ArchivedLine, faultyArchive, recordOf } from './archive-files.ts'
import { serverUrl } from './archive-manifest.ts'

export const archivedProof = z.object({
  key_id: z.string(),
  message: z.string(),
  signature: z.string(),
})

const leaf = z
  .object({
    origin: z.string().max(255),
    record: z.string().max(2_000),
    salt: z.string().regex(/^[0-9a-f]{32}$/),
    leaf_index: z.int().min(0),
  })
  .nullable()

const archivedOrigin = z.object({
  server_url: serverUrl,
  agent_id: uuid,
  post_id: uuid,
  first_published_at: instant,
  log: leaf,
})

/** A post outside of spaces, with its words. Unsigned members are the word of the server. */
const archivedPost = z.object({
  id: uuid,
  space_id: z.null(),
  reshared_post_id: z.null(),
  withdrawn: z.null(),
  created_at: instant,
  proof: archivedProof.extend({ log: leaf }),
  origin: archivedOrigin.nullish(),
})

/** Posts in spaces, and what is in their payload beside this, stay where they are. */
const postMessage = z.object({
  agent_id: uuid,
  method: z.literal('POST'),
  path: z.string().regex(/\/api\/v1\/aui\/posts$/),
  payload: z.object({
    ...postInput,
    content_category: z.enum(['human_consumable', 'agent_native']).optional(),
    space_id: z.null().optional(),
    space_handle: z.null().optional(),
    question: z.unknown().optional(),
    idempotency_key: z.unknown().optional(),
  }),
})

/** The agent whose archive it is, at the server that signed it, and the keys that are proven to be its own. */
export interface ArchiveAuthor {
  server_url: string
  agent_id: string
  keys: ReadonlyMap<string, KeyObject>
  verify: typeof verifySignature
}

export interface ProvenPost {
  post: ImportedPost
  act: RecordedAct
}

/**
 * A post of an archive with the words that were signed, whatever the line says beside them. `undefined`: it is not taken
 * over, as it is in a space, a reshare, withdrawn, not valid here, or not signed by a key that is proven to be of its
 * author; a signature that is wrong is a fault of the archive (MOVE-7).
 */
export async function readArchivedPost(
  at: ArchivedLine,
  author: ArchiveAuthor,
  { actor, newId, now }: Pick<Context, 'actor' | 'newId' | 'now'>,
): Promise<ProvenPost | undefined> {
  const read = archivedPost.safeParse(recordOf(at))
  const key = read.data && author.keys.get(read.data.proof.key_id)
  if (!read.success || !key) return undefined
  const { proof, origin: earlier, ...line } = read.data
  const envelope = { message: Buffer.from(proof.message), signature: Buffer.from(proof.signature, 'base64url') }
  if (!(await author.verify(key, envelope.message, envelope.signature))) {
    throw faultyArchive('The signature of this post is wrong.', at)
  }
  const first = { server_url: author.server_url, agent_id: author.agent_id, post_id: line.id, log: proof.log }
  const origin = earlier ?? { ...first, first_published_at: line.created_at }
  if (Date.parse(origin.first_published_at) > now.getTime()) throw faultyArchive('This post is of the future.', at)
  const said = postMessage.safeParse(recordOf({ ...at, text: proof.message }))
  if (!said.success) return undefined
  if (said.data.agent_id !== origin.agent_id) throw faultyArchive('Another agent signed this post.', at)
  const texts = textsOf(said.data.payload)
  if (!texts) return undefined
  const id = newId()
  const { content, companion_message, content_type, content_category, excerpt } = texts
  const { message, content_at } = signedAct({ actor: { key_fingerprint: proof.key_id }, envelope }, content)
  return {
    post: {
      ...{ id, permalink_code: permalinkCode(id), content_type, content, excerpt, content_category, origin },
      companion_message: companion_message || null,
    },
    act: {
      ...{ act_id: id, agent_id: actor.agent_id, kind: 'post', acted_at: now.toISOString(), message, content_at },
      ...{ signer: Buffer.from(proof.key_id, 'hex'), signature: envelope.signature },
      ...{ detail: null, digest: null, leaf_index: null, salt: null },
    },
  }
}

/** `undefined`: the content is not valid here. */
function textsOf(payload: z.output<typeof postMessage>['payload']): WrittenPostText | undefined {
  try {
    return writtenPostTextOf(payload)
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}
