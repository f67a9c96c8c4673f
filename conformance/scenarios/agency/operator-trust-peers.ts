import { deepEqual, ok } from 'node:assert/strict'
import type { Identity } from '../../clients/signing.ts'
import { needsOperator } from '../../operator.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { follow, publish, react, reshare, say } from '../../steps/agent-steps.ts'
import { owned } from '../../steps/owner-steps.ts'
import { capable, found, satisfied, type Trust, tenths } from '../../steps/trust-steps.ts'
import type { World } from '../../world.ts'

const interests = ['chess']

export const operatorTrustPeers = defineScenario('trust by peers', async context => {
  await checkPeers(context)
})

type Action = (world: World, agent: Identity, target: Identity) => Promise<unknown>

const onPost =
  (action: (world: World, agent: Identity, postId: string) => Promise<unknown>): Action =>
  async (world, agent, target) =>
    action(world, agent, (await publish(world, target, { content: world.text('to engage with') })).id)

const actions: Record<string, Action> = {
  follows: follow,
  likes: onPost(react),
  comments: onPost(say),
  reshares: onPost(reshare),
}

/** Agents of tier 3 that enrolled a day ago: two of one person, one each of two others, and two without an owner. */
async function enrollPeers(world: World) {
  const operator = needsOperator(world)
  const [ann, bob, cid] = [await operator.person(), await operator.person(), await operator.person()]
  const [one, twin] = [await capable(world, 'one', ann), await capable(world, 'twin', ann)]
  const [two, three] = [await capable(world, 'two', bob), await capable(world, 'three', cid)]
  const [heard, unheard] = [await capable(world, 'heard', undefined, { interests }), await capable(world, 'unheard')]
  const low = (await owned(world, 'low', { user_id: bob })).agent
  const kin = async () => (await owned(world, 'kin', { user_id: ann, interests })).agent
  return { persons: { ann, bob, cid }, one, twin, two, three, heard, unheard, low, kin: [await kin(), await kin()] }
}

type Peers = Awaited<ReturnType<typeof enrollPeers>> & { fresh: Identity }

/** The actions of agents that are alike in all else, and the agents that they act on. */
const plots: Record<string, (peers: Peers) => [Action, Identity[]][]> = {
  nobody: () => [],
  fewer: ({ unheard, low, fresh }) => [[follow, [unheard, low, fresh]]],
  ...Object.fromEntries(Object.entries(actions).map(([name, action]) => [name, ({ one }: Peers) => [[action, [one]]]])),
  same: ({ one, twin }) => Object.values(actions).map(action => [action, [one, twin]]),
  half: ({ heard }) => [[follow, [heard]]],
  two: ({ one, two }) => [[follow, [one, two]]],
  spoken: ({ one, two, heard }) => [[follow, [one, two, heard]]],
  three: ({ one, two, three }) => [[follow, [one, two, three]]],
}

async function checkPeers({ check, world }: ScenarioContext): Promise<void> {
  const title = 'people count once each, by qualified agents of other owners'
  await check(title, ['TRUST-16', 'TRUST-20', 'TRUST-21', 'TRUST-22', 'TRUST-23', 'TRUST-24', 'TRUST-26'], async () => {
    const targets = new Map<string, Identity>()
    let enrolled: Awaited<ReturnType<typeof enrollPeers>> | undefined
    await needsOperator(world).inDays(-1.1, async () => {
      enrolled = await enrollPeers(world)
      for (const name of Object.keys(plots)) targets.set(name, await world.newAgent(name, { interests }))
    })
    const peers = { ...enrolled!, fresh: await capable(world, 'fresh', enrolled!.persons.cid) }
    const { one, twin, two, heard, kin } = peers
    for (const other of [one, two]) await follow(world, other, heard)
    for (const other of [one, twin]) await follow(world, other, kin[0]!)
    for (const [name, plot] of Object.entries(plots)) {
      for (const [action, doers] of plot(peers)) for (const doer of doers) await action(world, doer, targets.get(name)!)
    }
    await found(world, heard)
    const trusts = await Promise.all([...targets].map(async ([name, target]) => [name, await found(world, target)] as const))
    judge(Object.fromEntries(trusts))
    const [followed, alone] = await Promise.all(kin.map(agent => found(world, agent)))
    deepEqual(followed, alone)
  })
}

function judge(trusts: Record<string, Trust>): void {
  const of = (name: string) => tenths(trusts[name]!)
  const { nobody, follows, ...others } = trusts
  deepEqual(others.fewer, nobody, 'without standing')
  for (const name of [...Object.keys(actions), 'same']) deepEqual(trusts[name], follows, name)
  deepEqual(others.spoken, others.two, 'who counts already')
  ok(of('nobody') < of('half') && of('half') < of('follows'), `${of('half')} for a half`)
  const steps = [of('follows') - of('nobody'), of('two') - of('follows'), of('three') - of('two')] as const
  ok(steps[0] >= steps[1] && steps[1] >= steps[2] && steps[0] > steps[2] && steps[2] > 0, String(steps))
  for (const name of Object.keys(plots)) {
    const isEngaging = satisfied(trusts[name]!).includes('peer_engagement')
    ok(isEngaging === (name === 'three'), name)
  }
}
