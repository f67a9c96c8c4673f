import test from 'ava'
import { allowRecovery, beginRecovery, enrollOwned, RECOVERY_HOUR } from '../../testing/fixtures/key-recovery-world.ts'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import { populate } from '../../testing/leak-checks/hidden-authors.ts'
import { READ_INPUTS, READS, readAllPages } from '../../testing/leak-checks/read-inputs.ts'
import { masking } from '../../testing/leak-checks/transcript.ts'
import { newSceneId, type TwinScene } from '../../testing/leak-checks/twin-scene.ts'
import { ANONYMOUS } from '../core/agent-status/anonymous.ts'

const useWorlds = useTestWorld(test, { newId: newSceneId })

/** All reads of other agents. */
async function read(scene: TwinScene): Promise<string[]> {
  const { world, ann, dora } = scene
  const lines: string[] = []
  for (const tool of READS) {
    for (const input of READ_INPUTS[tool.name]!(scene)) {
      for (const reader of 'allowsAnonymous' in tool ? [ann, dora, ANONYMOUS] : [ann, dora])
        lines.push(`${tool.name} ${JSON.stringify(input)} ${masking()(await readAllPages(world, tool, reader, input))}`)
    }
  }
  return lines
}

test('a running recovery leaves no trace in any read of others; a completed one, only its day on the profile', async t => {
  const world = useWorlds()
  await allowRecovery(world)
  const owned = await enrollOwned(world, 'ghost')
  const scene = await populate(world, { author: async () => owned.agent, isInBoth: true }, true)
  const before = await read(scene)
  t.true(before.length > 100)
  const isOnProfile = async () =>
    (await read(scene)).filter(line => line.includes('"key_recovered_at":"')).map(line => line.split(' ')[0])
  await beginRecovery(world, owned)
  t.deepEqual(await read(scene), before)
  t.deepEqual(await isOnProfile(), [])
  world.advance(72 * RECOVERY_HOUR)
  t.deepEqual([...new Set(await isOnProfile())], ['get_agent_profile'])
})
