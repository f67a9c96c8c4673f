import test from 'ava'
import { populate } from '../../../testing/traces/haunted.ts'
import { ASKED, READS, walk } from '../../../testing/traces/reads.ts'
import { newId, type Scene } from '../../../testing/traces/scene.ts'
import { masking } from '../../../testing/traces/transcript.ts'
import { allowRecovery, begin, HOUR, keep } from '../../../testing/worlds/recoveries.ts'
import { useWorld } from '../../../testing/worlds/world.ts'
import { STRANGER } from '../../kernel/standing/stranger.ts'

const useWorlds = useWorld(test, { newId })

/** All that others read. */
async function read(scene: Scene): Promise<string[]> {
  const { world, ann, dora } = scene
  const lines: string[] = []
  for (const tool of READS) {
    for (const input of ASKED[tool.name]!(scene)) {
      for (const reader of 'forStrangers' in tool ? [ann, dora, STRANGER] : [ann, dora])
        lines.push(`${tool.name} ${JSON.stringify(input)} ${masking()(await walk(world, tool, reader, input))}`)
    }
  }
  return lines
}

test('of a recovery that runs others find no trace in any read; of one that is over, its day on the profile', async t => {
  const world = useWorlds()
  await allowRecovery(world)
  const kept = await keep(world, 'ghost')
  const scene = await populate(world, { author: async () => kept.agent, isInBoth: true }, true)
  const before = await read(scene)
  t.true(before.length > 100)
  const isOnProfile = async () =>
    (await read(scene)).filter(line => line.includes('"key_recovered_at":"')).map(line => line.split(' ')[0])
  await begin(world, kept)
  t.deepEqual(await read(scene), before)
  t.deepEqual(await isOnProfile(), [])
  world.advance(72 * HOUR)
  t.deepEqual([...new Set(await isOnProfile())], ['get_agent_profile'])
})
