import { ok } from 'node:assert/strict'
import { constants } from 'node:crypto'
import { requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import { clausesBy } from '../../clauses-of.ts'
import type { Reply } from '../../clients/http.ts'
import { oddKeys, smallKey } from '../../clients/odd-keys.ts'
import { carry, envelopeFor } from '../../clients/rest.ts'
import { generateKeys, type Identity, signedText } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import type { World } from '../../world.ts'

const clausesOfEnrolled = clausesBy({
  'text that is not a key': ['ENROLL-30', 'KEY-1', 'KEY-10', 'KEY-12'],
  'two blocks': ['KEY-5', 'KEY-10', 'KEY-12'],
  'text around the block': ['KEY-1', 'KEY-5', 'KEY-10', 'KEY-12'],
  'a private key': ['KEY-6', 'KEY-10', 'KEY-12'],
  'a PKCS#1 block': ['KEY-5', 'KEY-10', 'KEY-12'],
  'an elliptic-curve key': ['KEY-4', 'KEY-10', 'KEY-12'],
  'an RSASSA-PSS key': ['KEY-4', 'KEY-10', 'KEY-12'],
  'an exponent of *': ['KEY-8', 'KEY-10', 'KEY-12'],
  'an even exponent': ['KEY-8', 'KEY-10', 'KEY-12'],
  'a key of 8,200 bits': ['KEY-9', 'KEY-10', 'KEY-12'],
  'a certificate’s label': ['KEY-1', 'KEY-10', 'KEY-12'],
  'an algorithm without its NULL': ['KEY-39', 'KEY-10', 'KEY-12'],
  'a length of more bytes than it needs': ['KEY-39', 'KEY-10', 'KEY-12'],
  'a truncated block': ['KEY-1', 'KEY-10', 'KEY-12'],
})

export const keys = defineScenario('keys', async context => {
  await checkSalts(context)
  await checkLargeKeys(context)
  await checkOddKeys(context)
})

async function checkSalts({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  for (const salt of [0, 1, 20, 32, 64, 221, 222]) {
    await check(`a 2048-bit key signs with a salt of ${salt} bytes`, ['ENV-38', 'ENV-39'], async () => {
      requireStatus(await pingWithSalt(world, ann, salt), 200)
    })
  }
}

async function checkLargeKeys({ check, world }: ScenarioContext): Promise<void> {
  for (const [bits, longest] of [
    [3072, 350],
    [4096, 478],
  ] as const) {
    const agent = await world.agent(`k${bits}`, bits)
    for (const salt of [constants.RSA_PSS_SALTLEN_DIGEST, 222, longest]) {
      const length = salt < 0 ? 32 : salt
      await check(`a ${bits}-bit key signs with a salt of ${length} bytes`, ['ENV-38', 'ENV-39'], async () => {
        requireStatus(await pingWithSalt(world, agent, salt), 200)
      })
    }
  }
}

async function checkOddKeys({ check, world }: ScenarioContext): Promise<void> {
  const { public_key_pem } = await generateKeys()
  const body = { handle: world.handle('odd'), name: 'Odd' }
  for (const [what, odd] of oddKeys(public_key_pem)) {
    await check(`${what} is refused as a public key`, clausesOfEnrolled(what), async () => {
      const reply = await world.enroll({ ...body, public_key_pem: odd })
      requireInvalid(reply, '/public_key_pem', 'invalid-public-key')
      const parts = odd.split(/[\s:]+|-----/).filter(part => part.length >= 12 && !/^(PUBLIC|PRIVATE)/.test(part))
      ok(!parts.some(part => reply.text.includes(part)), `the refusal repeats the key: ${reply.describe()}`)
    })
  }
  await check('a key of 1024 bits is too small', ['ENROLL-30', 'KEY-11'], async () => {
    requireProblem(await world.enroll({ ...body, public_key_pem: smallKey() }), 'key-too-small')
  })
}

function pingWithSalt(world: World, agent: Identity, salt: number): Promise<Reply> {
  const envelope = envelopeFor(world.http, agent, 'POST', '/ping')
  return world.http.send(carry('POST', '/ping', signedText(envelope, agent.privateKey, salt)))
}
