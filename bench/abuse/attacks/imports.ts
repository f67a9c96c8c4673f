import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import {
  type ArchiveSigner,
  archivedPost,
  archiveOf,
  importRequest,
  jsonLines,
  newArchiveSigner,
  tarOf,
} from '../../../conformance/clients/archive-writer.ts'
import { fingerprint } from '../../../conformance/clients/signing.ts'
import { Receivers } from '../../../conformance/stubs/receiver.ts'
import type { Attack } from '../attack.ts'
import type { AttackContext } from '../attack-context.ts'
import { hammer } from '../connections.ts'
import { cycle, inTurns, must } from '../gallery.ts'
import type { Member } from '../members.ts'
import { bare, bearer } from '../requests.ts'

const AGENTS = 8
const POSTS = 1_500
const IMPORTING = 8
const WRITING = 8
/** Within what an archive may have unpacked. */
const BOMB_BYTES = 63_000_000

/** A server elsewhere that signs what its agents want. */
async function openSigner({ receiver = '' }: AttackContext): Promise<ArchiveSigner> {
  let signer: ArchiveSigner | undefined
  const { url } = await new Receivers(receiver).open(() => ({ status: 200, body: JSON.stringify(signer?.jwks) }))
  signer = newArchiveSigner(url)
  return signer
}

/** An archive of many posts; in a faulty one, the last has the signature of another, which is found last. */
function archiveFor(signer: ArchiveSigner, { identity }: Member, isFaulty: boolean): Buffer {
  const agent = { agent_id: randomUUID(), handle: 'former', key_id: fingerprint(identity.publicKey) }
  const posts = Array.from({ length: POSTS }, (_, n) =>
    archivedPost(agent, identity.privateKey, { content: `${n} ${'words '.repeat(100)}` }),
  )
  if (isFaulty) {
    const [first, last] = [posts[0]!, posts.at(-1)!]
    const { signature } = first.proof as { signature: string }
    last.proof = { ...(last.proof as object), signature }
  }
  return archiveOf(signer, agent, [{ name: 'posts/000001.jsonl', content: jsonLines(posts) }])
}

function importOf(context: AttackContext, { identity }: Member, archive: Buffer): Buffer {
  const { headers, path } = importRequest(context.http, identity, archive)
  const length = { 'Content-Length': String(archive.length) }
  return Buffer.concat([
    bare(context, 'POST', String(path), { ...(headers as Record<string, string>), ...length }),
    archive,
  ])
}

const importing: Attack = {
  name: 'imports',
  description: `${AGENTS} agents that import ${POSTS} posts each, half of them with a fault in the last, and bombs, and comment meanwhile, over ${IMPORTING + WRITING} connections`,
  needsHooks: true,
  async prepare(context) {
    const signer = await openSigner(context)
    const host = await context.enroll('hosts')
    const { data } = await must(context, host, 'POST', '/posts', { content: 'Say something.' })
    const path = `/posts/${data.id}/comments`
    const bomb = gzipSync(tarOf([{ name: 'posts/000001.jsonl', content: Buffer.alloc(BOMB_BYTES) }]))
    const members = await inTurns(AGENTS, () => context.enroll('imports'))
    const archives = members.map((member, n) => ({ member, archive: archiveFor(signer, member, n % 2 === 0) }))
    const nextImport = cycle([
      ...archives.map(
        ({ member, archive }) =>
          () =>
            importOf(context, member, archive),
      ),
      () => importOf(context, members[0]!, bomb),
    ])
    const nextMember = cycle(members)
    const comment = () => bearer(context, nextMember(), 'POST', path, { content: randomUUID() })
    return async attackRun => {
      await Promise.all([
        hammer(context, attackRun, { connections: IMPORTING, next: () => nextImport()() }),
        hammer(context, attackRun, { connections: WRITING, next: comment }),
      ])
    }
  },
}

export const imports = [importing]
