import { createPublicKey } from 'node:crypto'
import { findPostOrigin } from '../../storage/moving/imports.ts'
import {
  findAct,
  findKeyActs,
  findPublicContent,
  findPublicKey,
  type RecordedAct,
} from '../../storage/record/public-acts.ts'
import type { AnyoneActor, Context, Installation } from '../core/context.ts'
import { Problem } from '../core/problems/problem.ts'
import type { Settings } from '../core/setting-values.ts'
import { recordText } from './act-record.ts'
import type { ProofOutput } from './proof-schema.ts'
import { restoreMessage } from './signed-act.ts'
import { logOrigin } from './signed-note.ts'

const notFound = () => new Problem('not-found', 'This content does not exist.')

/** Without public pages nothing is public. */
export const closedRecord = (settings: Settings): Problem | undefined =>
  settings['public_pages.enabled'] ? undefined : notFound()

const leafOf = (act: RecordedAct) =>
  act.leaf_index === null || act.salt === null || act.digest === null
    ? undefined
    : { record: recordText(act, act.digest), salt: act.salt.toString('hex'), leaf_index: act.leaf_index }

/** What proves an act, whose post or comment has this content now; all null if it is not recorded. */
export function proofOf(
  act: RecordedAct | undefined,
  content: string | null,
  { baseUrl }: Pick<Installation, 'baseUrl'>,
) {
  const leaf = act && leafOf(act)
  return {
    key_id: act?.signer?.toString('hex') ?? null,
    message: act ? restoreMessage(act, content) : null,
    signature: act?.signature?.toString('base64url') ?? null,
    log: leaf ? { origin: logOrigin(baseUrl), ...leaf } : null,
  }
}

/** The proof of what anybody can see now (RECORD-1 to RECORD-7). */
export async function findPublicProof(
  { db, installation }: Context<AnyoneActor>,
  named: { post_id: string; comment_id?: string },
): Promise<ProofOutput> {
  const shown = await findPublicContent(db, named)
  if (!shown) throw notFound()
  const { agent_id, handle, content } = shown
  const act = await findAct(db, named.comment_id ?? named.post_id)
  const { key_id, ...proof } = proofOf(act, content, installation)
  const [publicKey, changes, origin] = await Promise.all([
    key_id === null ? undefined : findPublicKey(db, agent_id, key_id),
    findKeyActs(db, agent_id),
    named.comment_id === undefined ? findPostOrigin(db, named.post_id) : undefined,
  ])
  return {
    type: !act ? 'none' : act.signature ? 'envelope' : 'token',
    agent_id,
    handle,
    key_id,
    public_key: publicKey === undefined ? null : spkiOf(publicKey),
    ...proof,
    ...(origin ? { origin } : {}),
    keys: changes.filter(change => isShown(change, key_id)).flatMap(change => leafOf(change) ?? []),
  }
}

const spkiOf = ({ pem, spki }: { pem: string | null; spki: Buffer | null }): string =>
  (spki ?? createPublicKey(pem!).export({ format: 'der', type: 'spki' })).toString('base64')

/** Other device keys than the one that signed are nobody's business (KEY-70). */
function isShown({ detail }: RecordedAct, keyId: string | null): boolean {
  const { kind, key_id } = JSON.parse(detail ?? '{}') as { kind?: string; key_id?: string }
  return kind === 'primary' || key_id === keyId
}
