import { z } from 'zod'
import { HttpClient } from '../../conformance/clients/http.ts'
import { prefix } from '../../conformance/clients/rest.ts'
import type { KeyPair } from '../../conformance/clients/signing.ts'
import { loopbackAddress } from '../../conformance/world.ts'
import type { AttackTarget } from './attack-context.ts'
import { type Bystanders, enrollBystanders } from './bystanders.ts'
import type { Target } from './target.ts'

/** A server, the honest agents that use it, and the address that some of them share with the attacker. */
export interface AttackScene {
  target: Target
  bystanders: Bystanders
  attackTarget: AttackTarget
  close(): Promise<void>
}

const WARM_UP_SECONDS = 2

export async function createAttackScene(target: Target, keys: KeyPair[]): Promise<AttackScene> {
  const { baseUrl } = target
  try {
    const publicUrl = await publicUrlOf(baseUrl)
    const { receiver, operator } = target
    const attackTarget = { baseUrl, publicUrl, address: loopbackAddress(), receiver, operator }
    const bystanders = await enrollBystanders(attackTarget, keys)
    await bystanders.observe(WARM_UP_SECONDS)
    const close = async () => {
      bystanders.close()
      await target.stop()
    }
    return { target, bystanders, attackTarget, close }
  } catch (error) {
    await target.stop()
    throw error
  }
}

async function publicUrlOf(baseUrl: string): Promise<string> {
  const http = new HttpClient(new URL(baseUrl))
  const reply = await http.send({ path: `${prefix}/discovery.json` })
  http.close()
  return reply.as(z.looseObject({ base_url: z.url() })).base_url.replace(/\/$/, '')
}
