import test from 'ava'
import { MADE_WITH, publicKeyPem, readVectors } from '../../conformance/vectors/read.ts'
import { checkEnrollmentProof } from '../enrollment/enrollment-proof.ts'
import { requirePublicKey } from './registered-key.ts'
import { checkRotationProof } from './rotation-proof.ts'

const { agent_id, handle, now_ms } = MADE_WITH

for (const { by, name, kind, key: size, proof, verifies } of readVectors().proofs) {
  test(`${verifies ? 'accepts' : 'refuses'} a proof of ${by}: ${name}`, async t => {
    const key = requirePublicKey(publicKeyPem(size))
    const enrollment = { handle, proof, timestamp_ms: now_ms }
    const checked =
      kind === 'rotation'
        ? checkRotationProof(proof, key, agent_id, true)
        : checkEnrollmentProof(enrollment, key, new Date(now_ms), true)
    if (verifies) await t.notThrowsAsync(checked)
    else t.like(await t.throwsAsync(checked), { slug: 'validation-error' })
  })
}
