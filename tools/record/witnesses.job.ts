import { addCheckpoint, type Witness } from '../../push/log-witness.ts'
import {
  addCosignatures,
  type Checkpoint,
  findCheckpoint,
  findWitnessedSize,
  storeWitnessedSize,
} from '../../storage/record/log-tiles.ts'
import { SECOND } from '../core/durations.ts'
import type { Job, JobContext } from '../core/jobs/job-runner.ts'
import { storedTiles } from './append-to-log.ts'
import { consistencyProof } from './merkle-tree.ts'

/**
 * Asks the operator's witnesses to sign the newest checkpoint, each with a proof that it continues the last one that the
 * witness has verified (RECORD-38). A witness that fails delays nothing: the checkpoint has the lines of the others, and
 * the next run asks it again.
 */
export const witnessesJob: Job = {
  name: 'cosign_checkpoint',
  everyMs: 15 * SECOND,
  isAlone: true,
  async run(context) {
    const { db, installation, now } = context
    const { witnesses = [] } = installation
    const checkpoint = witnesses.length > 0 ? await findCheckpoint(db) : undefined
    if (!checkpoint) return { more: false }
    const missing = witnesses.filter(({ name }) => !checkpoint.cosignatures.some(line => line.startsWith(`— ${name} `)))
    const lines = await Promise.all(missing.map(witness => cosignedBy(witness, checkpoint, context)))
    const cosignatures = lines.filter(line => line !== undefined)
    if (cosignatures.length > 0) await addCosignatures(db, { ...checkpoint, cosignatures }, now)
    const silent = missing.filter((_, at) => lines[at] === undefined).map(({ name }) => name)
    return { more: false, ...(silent.length > 0 && { left: `not signed by the witnesses ${silent.join(', ')}` }) }
  },
}

/** A witness that knows another size than the one stored says so, and is asked once more. */
async function cosignedBy(
  witness: Witness,
  { size, note }: Checkpoint,
  { db, egress }: Pick<JobContext, 'db' | 'egress'>,
): Promise<string | undefined> {
  const attempt = async (old: number) => {
    const proof = await consistencyProof(old, size, storedTiles(db))
    return await addCheckpoint(egress, witness, { old, proof, note })
  }
  let reply = await attempt(Math.min(await findWitnessedSize(db, witness.name), size))
  if (reply && 'size' in reply && reply.size <= size) reply = await attempt(reply.size)
  if (!reply || 'size' in reply) return undefined
  await storeWitnessedSize(db, witness.name, size)
  return reply.cosignature
}
