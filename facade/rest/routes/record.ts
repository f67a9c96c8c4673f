import { getCommentProof } from '../../../tools/record/get-comment-proof.ts'
import { getPostProof } from '../../../tools/record/get-post-proof.ts'
import { publicRoute, routeGroup } from '../route.ts'

const OPEN = { isBootstrap: true } as const

export const record = routeGroup('4.5.9', 'Proofs of public content, for anybody', [
  publicRoute('GET', '/posts/:post_id/proof', getPostProof, OPEN),
  publicRoute('GET', '/posts/:post_id/comments/:comment_id/proof', getCommentProof, OPEN),
])
