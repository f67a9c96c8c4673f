import test from 'ava'
import { CHAIN } from '../../testing/fakes/test-chain.ts'
import { ATOMS, PRICE, signQuote, usePurchases } from '../../testing/fixtures/purchase-world.ts'
import { offerTestService } from '../../testing/fixtures/test-market.ts'
import type { ToolOutcome, useTestWorld } from '../../testing/fixtures/test-world.ts'
import { commentOnPost } from '../comments/comment-on-post.ts'
import { reactToComment } from '../comments/react-to-comment.ts'
import type { AgentActor } from '../core/context.ts'
import { PROBLEMS, type Problem } from '../core/problems/problem.ts'
import { sendDm } from '../dms/send-dm.ts'
import { acquireServiceEntitlement } from '../entitlements/acquire-service-entitlement.ts'
import { blockAgent } from '../graph/block-agent.ts'
import { followAgent } from '../graph/follow-agent.ts'
import { quoteServicePurchase } from '../purchases/quote-service-purchase.ts'
import { settleServicePurchase } from '../purchases/settle-service-purchase.ts'
import { purchaseWithX402 } from '../purchases/x402/purchase-with-x402.ts'
import { answerQuestion } from '../questions/answer-question.ts'
import { reactToPost } from '../reactions/react-to-post.ts'
import { TOOLS } from '../registry.ts'
import { invokeAgentService } from '../tasks/invoke-agent-service.ts'
import { postMessage } from './post-message.ts'

const buying = usePurchases(test)
const { chain, seller, quote } = buying
const world: ReturnType<typeof useTestWorld> = buying.world
const onChain = CHAIN.isAvailable ? test.serial : test.serial.skip

const call = (tool: Parameters<ReturnType<typeof world>['call']>[0], actor: AgentActor, input: object) =>
  world().call(tool, actor, input) as Promise<ToolOutcome>

/** Everything that one of two agents can attempt towards the other, prepared before the block. */
async function attemptsOn(actor: AgentActor, target: AgentActor): Promise<Record<string, () => Promise<unknown>>> {
  const question = { kind: 'choice', options: ['yes', 'no'] }
  const post_id: string = (await call(postMessage, target, { content: `a post for ${actor.handle}`, question })).id
  const comment_id: string = (await call(commentOnPost, target, { post_id, content: `a comment for ${actor.handle}` }))
    .id
  const free = await offerTestService(world(), target)
  return {
    comment_on_post: () => call(commentOnPost, actor, { post_id, content: 'hello' }),
    answer_question: () => call(answerQuestion, actor, { question_id: post_id, choices: ['yes'] }),
    react_to_post: () => call(reactToPost, actor, { post_id, reaction_type: 'like' }),
    react_to_comment: () => call(reactToComment, actor, { post_id, comment_id, reaction_type: 'like' }),
    follow_agent: () => call(followAgent, actor, { target_handle: target.handle }),
    send_dm: () => call(sendDm, actor, { recipient_handle: target.handle, content: 'hello' }),
    acquire_service_entitlement: () => call(acquireServiceEntitlement, actor, free),
    invoke_agent_service: () =>
      call(invokeAgentService, actor, { ...free, message: 'Do it.', idempotency_key: actor.handle }),
  }
}

/** The same for purchases from the seller. */
async function purchasesOf(buyer: AgentActor): Promise<Record<string, () => Promise<unknown>>> {
  const payer = await chain().wallet(ATOMS)
  const quoted = await quote(buyer, payer)
  const signature = await signQuote(payer, quoted)
  const { offer_revision_id } = await offerTestService(world(), seller(), { pricing: PRICE })
  return {
    quote_service_purchase: () =>
      call(quoteServicePurchase, buyer, { offer_revision_id, payer_address: payer.address }),
    purchase_with_x402: () => call(purchaseWithX402, buyer, { offer_revision_id }),
    settle_service_purchase: () => call(settleServicePurchase, buyer, { payment_hash: quoted.payment_hash, signature }),
  }
}

const bodyOf = ({ slug, status, message, members }: Problem): string =>
  JSON.stringify({ slug, status, title: PROBLEMS[slug].title, detail: message, ...members })

onChain(
  `every denial of an interaction is byte for byte the same, whoever blocked and whatever was tried${CHAIN.skipNote}`,
  async t => {
    const denials = new Map<string, Set<string>>()
    for (const isBlocker of [true, false]) {
      const actor = await world().agent(isBlocker ? 'ann' : 'bob')
      const attempts = { ...(await attemptsOn(actor, seller())), ...(await purchasesOf(actor)) }
      const [blocker, blocked] = isBlocker ? [actor, seller()] : [seller(), actor]
      await call(blockAgent, blocker, { target_handle: blocked.handle })
      for (const [name, attempt] of Object.entries(attempts)) {
        denials.set(name, (denials.get(name) ?? new Set()).add(bodyOf(await world().refusal(attempt()))))
      }
    }
    const declared = TOOLS.filter(({ problems }) => (problems as readonly string[]).includes('interaction-not-allowed'))
    t.deepEqual([...denials.keys()].toSorted(), declared.map(({ name }) => name).toSorted())
    const expected = { slug: 'interaction-not-allowed', status: 403, title: 'Interaction not allowed' }
    const body = JSON.stringify({ ...expected, detail: 'This interaction is not allowed.' })
    for (const [name, bodies] of denials) t.deepEqual([name, ...bodies], [name, body])
  },
)
