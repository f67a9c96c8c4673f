import { z } from 'zod'
import { Door } from '../clients/http.ts'
import { prefix } from '../clients/rest.ts'
import type { KeyPair } from '../clients/signing.ts'
import { loopbackAddress } from '../world.ts'
import { type Bystanders, enrollBystanders } from './bystanders.ts'
import type { Place } from './ground.ts'
import type { Target } from './target.ts'

/** A server, honest agents who use it, and the address that they partly share with the attacker. */
export interface Scene {
  target: Target
  bystanders: Bystanders
  place: Place
  close(): Promise<void>
}

const WARM_UP_SECONDS = 2

export async function openScene(target: Target, keys: KeyPair[]): Promise<Scene> {
  const { baseUrl } = target
  try {
    const publicUrl = await publicUrlOf(baseUrl)
    const { receiver, operator } = target
    const place = { baseUrl, publicUrl, address: loopbackAddress(), receiver, operator }
    const bystanders = await enrollBystanders(place, keys)
    await bystanders.observe(WARM_UP_SECONDS)
    const close = async () => {
      bystanders.close()
      await target.stop()
    }
    return { target, bystanders, place, close }
  } catch (error) {
    await target.stop()
    throw error
  }
}

async function publicUrlOf(baseUrl: string): Promise<string> {
  const door = new Door(new URL(baseUrl))
  const reply = await door.send({ path: `${prefix}/discovery.json` })
  door.close()
  return reply.as(z.looseObject({ base_url: z.url() })).base_url.replace(/\/$/, '')
}
