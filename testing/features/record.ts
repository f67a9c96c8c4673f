import { insertAct } from '../../storage/record/act-outbox.ts'
import { insertActs } from '../../storage/record/public-acts.ts'
import { UNSIGNED_ACT } from '../../tools/record/signed-act.ts'
import { type FeatureCoverage, postReferences } from '../feature-coverage.ts'

export const record: FeatureCoverage = {
  readInputs: {
    find_signature: postReferences,
    get_comment_proof: ({ visible, hidden }) => [...visible.comments, ...hidden.comments],
    get_post_proof: postReferences,
  },
  open: { get_comment_proof: undefined, get_post_proof: undefined },
  async seedRows({ db, runtime }, { agent_id }) {
    const at = new Date(runtime.clock())
    const act = { agent_id, kind: 'deletion', acted_at: at, ...UNSIGNED_ACT } as const
    await insertAct(db, { act_id: runtime.newId(), ...act })
    const recorded = { act_id: runtime.newId(), ...act, acted_at: at.toISOString(), detail: null }
    const hidden = { signer: null, signature: null, digest: null, leaf_index: null, salt: null }
    await insertActs(db, [{ ...recorded, ...hidden }])
  },
}
