import { equal } from 'node:assert/strict'
import type { Reply } from '../clients/http.ts'
import { carry, envelopeFor } from '../clients/rest.ts'
import { canonicalMessage, type Identity, signedText, signMessage, withSignature } from '../clients/signing.ts'
import { requireProblem, requireStatus } from '../problems.ts'
import { defineScenario, type Stage } from '../scenario.ts'
import type { World } from '../world.ts'

/** What is signed, and what travels where that differs. */
const accepted: [string, string, string?][] = [
  ['numbers keep their spelling', '{"a":1.0,"b":1e3,"c":1E+2,"d":-0,"e":-0.0,"f":9007199254740993,"g":0.10}'],
  ['integer-like keys keep their place', '{"b":1.0,"10":1e-7,"2":12345678901234567890}'],
  ["Python's spelling of a small number", '{"a":1e-07}'],
  ['__proto__ and constructor are ordinary keys', '{"__proto__":{"x":1},"constructor":{"prototype":2}}'],
  ['non-ASCII text is literal', '{"é":"Ζωή \u{1f40d} \u00a0"}'],
  ['non-ASCII text escaped on the wire', '{"é":"\u{1f40d}ü"}', '{"\\u00e9":"\\ud83d\\udc0d\\u00FC"}'],
  ['escapes with another spelling on the wire', '{"a":"/\\n\\t\\"A"}', '{"a":"\\/\\u000a\\u0009\\u0022\\u0041"}'],
  ['the short escapes', '{"a":"\\b\\f\\n\\r\\t\\"\\\\"}'],
  ['other controls in lower case', '{"a":"\\u001f\\u0001"}', '{"a":"\\u001F\\u0001"}'],
  ['DEL, U+2028, U+2029 and U+FEFF are literal', '{"a":"\u007f\u2028\u2029\ufeff"}'],
  ['the same escaped on the wire', '{"a":"\u007f\u2028\u2029\ufeff"}', '{"a":"\\u007f\\u2028\\u2029\\ufeff"}'],
  ['<, > and & are literal', '{"a":"<b>&</b>"}', '{"a":"\\u003cb\\u003e\\u0026</b>"}'],
  ['a pretty-printed payload', '{"a":[1,{"b":null}],"c":true}', '{\n\t"a" : [ 1 , { "b" : null } ] ,\r\n "c" : true }'],
  ['nesting of thirty', `{"a":${'['.repeat(30)}${']'.repeat(30)}}`],
  ['empty keys and values', '{"":"","a":{},"b":[]}'],
]

const misspelled: [string, string, string][] = [
  ['escaped non-ASCII was signed', '{"a":"\\u00e9"}', '{"a":"é"}'],
  ['keys were reordered before signing', '{"2":1,"10":2}', '{"10":2,"2":1}'],
  ['a number was respelled before signing', '{"a":1}', '{"a":1.0}'],
  ['blanks were signed', '{"a": 1}', '{"a": 1}'],
  ['slashes were escaped before signing', '{"a":"\\/"}', '{"a":"/"}'],
]

const malformed: [string, string | Buffer][] = [
  ['1e400', '{"a":1e400}'],
  ['01', '{"a":01}'],
  ['+1', '{"a":+1}'],
  ['.5', '{"a":.5}'],
  ['1.', '{"a":1.}'],
  ['NaN', '{"a":NaN}'],
  ['Infinity', '{"a":-Infinity}'],
  ['a trailing comma', '{"a":1,}'],
  ['a comment', '{"a":1/**/}'],
  ['a key twice', '{"a":1,"a":1}'],
  ['a key twice, deeper', '{"x":[{"b":1,"b":1}]}'],
  ['a key twice, once escaped', '{"a":1,"\\u0061":1}'],
  ['a lone surrogate', '{"a":"\\ud800"}'],
  ['surrogates the wrong way round', '{"a":"\\udc0d\\ud83d"}'],
  ['a raw control character', '{"a":"\u0001"}'],
  ['a byte that is no UTF-8', Buffer.from([...Buffer.from('{"a":"'), 0xff, ...Buffer.from('"}')])],
  ['an overlong UTF-8 sequence', Buffer.from([...Buffer.from('{"a":"'), 0xc0, 0xaf, ...Buffer.from('"}')])],
  ['a surrogate in UTF-8', Buffer.from([...Buffer.from('{"a":"'), 0xed, 0xa0, 0x80, ...Buffer.from('"}')])],
  ['nesting of 200', `{"a":${'['.repeat(200)}${']'.repeat(200)}}`],
]

export const envelopeCanonical = defineScenario('envelope: canonical message', async stage => {
  await checkPayloads(stage)
  await checkMisspelled(stage)
  await checkMalformed(stage)
  await checkWholeBody(stage)
})

async function checkPayloads({ check, world }: Stage): Promise<void> {
  const ann = await world.agent('ann')
  for (const [what, signed, wire] of accepted) {
    await check('canonical.lossless', `verifies: ${what}`, async () => {
      requireStatus(await ping(world, ann, signed, wire), 200)
    })
  }
  await check(
    'canonical.order',
    'members of the envelope may travel in any order, pretty-printed, with others',
    async () => {
      const message = canonicalMessage(envelopeFor(world.door, ann, 'POST', '/ping', { payload: '{"b":1,"a":2}' }))
      const signature = signMessage(message, ann.privateKey)
      const members = Object.entries({ ...JSON.parse(message), signature, padding: [1, 2] }).toReversed()
      const body = JSON.stringify(Object.fromEntries(members), null, 2)
      requireStatus(await world.door.send(carry('POST', '/ping', body)), 200)
    },
  )
  await check('canonical.nul', 'a nul in a string verifies, and is then a 422', async () => {
    const envelope = envelopeFor(world.door, ann, 'POST', '/posts', { payload: '{"content":"a\\u0000b"}' })
    requireProblem(
      await world.door.send(carry('POST', '/posts', signedText(envelope, ann.privateKey))),
      'validation-error',
    )
  })
}

async function checkMisspelled({ check, world }: Stage): Promise<void> {
  const ann = await world.agent('ann')
  for (const [what, signed, wire] of misspelled) {
    await check('canonical.exact', `does not verify: ${what}`, async () => {
      requireProblem(await ping(world, ann, signed, wire), 'aui-signature-verification-failed')
    })
  }
}

async function checkMalformed({ check, world }: Stage): Promise<void> {
  const ann = await world.agent('ann')
  for (const [what, wire] of malformed) {
    await check('canonical.malformed', `malformed: ${what}`, async () => {
      requireProblem(await ping(world, ann, String(wire), wire), 'aui-signature-malformed')
    })
  }
}

async function checkWholeBody({ check, world }: Stage): Promise<void> {
  const ann = await world.agent('ann')
  const rows: [string, (text: string) => string][] = [
    ['a byte order mark', text => `\ufeff${text}`],
    ['bytes after the end', text => `${text}{}`],
    ['an array around it', text => `[${text}]`],
    ['a cut end', text => text.slice(0, -1)],
    ['single quotes', text => text.replaceAll('"', "'")],
    ['100,000 opening brackets', text => text.replace('"payload":{', `"payload":{"a":${'['.repeat(100_000)}`)],
  ]
  for (const [what, distort] of rows) {
    await check('canonical.malformed', `malformed: ${what}`, async () => {
      const text = signedText(envelopeFor(world.door, ann, 'POST', '/ping'), ann.privateKey)
      const start = performance.now()
      requireProblem(await world.door.send(carry('POST', '/ping', distort(text))), 'aui-signature-malformed')
      equal(performance.now() - start < 5000, true, 'took more than five seconds')
    })
  }
}

/** A ping whose payload is signed as `signed` and travels as `wire`. */
function ping(world: World, identity: Identity, signed: string, wire: string | Buffer = signed): Promise<Reply> {
  const message = canonicalMessage(envelopeFor(world.door, identity, 'POST', '/ping', { payload: signed }))
  const head = message.slice(0, -signed.length - 1)
  const tail = withSignature('}', signMessage(message, identity.privateKey))
  const body = Buffer.concat([Buffer.from(head), Buffer.from(wire), Buffer.from(tail)])
  return world.door.send({ ...carry('POST', '/ping', ''), body })
}
