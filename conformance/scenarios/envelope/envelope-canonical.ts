import { within } from '../../assertions/deadline.ts'
import { requireProblem, requireStatus } from '../../assertions/problems.ts'
import { clausesBy } from '../../clauses-of.ts'
import type { Reply } from '../../clients/http.ts'
import { carry, envelopeFor } from '../../clients/rest.ts'
import { canonicalMessage, type Identity, signedText, signMessage, withSignature } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import type { World } from '../../world.ts'

const clausesOfLossless = clausesBy({
  'numbers keep their spelling': ['ENV-23'],
  'integer-like keys keep their place': ['ENV-23', 'ENV-24'],
  "Python's spelling of a small number": ['ENV-23'],
  '__proto__ and constructor are ordinary keys': ['ENV-25'],
  'non-ASCII text is literal': ['ENV-21'],
  'non-ASCII text escaped on the wire': ['ENV-21', 'ENV-22'],
  'escapes with another spelling on the wire': ['ENV-20', 'ENV-21', 'ENV-22'],
  'the short escapes': ['ENV-20'],
  'other controls in lower case': ['ENV-20', 'ENV-22'],
  'DEL, U+2028, U+2029 and U+FEFF are literal': ['ENV-21'],
  'the same escaped on the wire': ['ENV-21', 'ENV-22'],
  '<, > and & are literal': ['ENV-21', 'ENV-22'],
  'a pretty-printed payload': ['ENV-18', 'ENV-19'],
  'nesting of thirty': ['ENV-16'],
  'empty keys and values': ['ENV-16'],
  'numbers at the edges of a double': ['ENV-23', 'ENV-106'],
  'integer-like keys, deeper': ['ENV-24'],
  'keys that differ in case or normal form alone': ['ENV-21', 'ENV-30'],
  'escaped keys': ['ENV-20', 'ENV-21', 'ENV-22'],
  'toString and length are ordinary keys': ['ENV-25'],
  'text that looks like an envelope': ['ENV-16', 'ENV-20'],
})

const clausesOfExact = clausesBy({
  'a number was written out before signing': ['ENV-23', 'ENV-42'],
  'minus zero lost its sign before signing': ['ENV-23', 'ENV-42'],
  'an exponent lost its case before signing': ['ENV-23', 'ENV-42'],
  'a large number was rounded before signing': ['ENV-23', 'ENV-42'],
  'keys were sorted before signing': ['ENV-24', 'ENV-42'],
  'text was normalized before signing': ['ENV-21', 'ENV-42'],
  'hex was signed in upper case': ['ENV-20', 'ENV-42'],
  'a line separator was signed escaped': ['ENV-21', 'ENV-42'],
  'DEL was signed escaped': ['ENV-21', 'ENV-42'],
  '< was signed escaped': ['ENV-21', 'ENV-42'],
  'escaped non-ASCII was signed': ['ENV-21', 'ENV-42'],
  'keys were reordered before signing': ['ENV-24', 'ENV-42'],
  'a number was respelled before signing': ['ENV-23', 'ENV-42'],
  'blanks were signed': ['ENV-18', 'ENV-42'],
  'slashes were escaped before signing': ['ENV-21', 'ENV-42'],
})

const clausesOfMalformed = clausesBy({
  '1e400': ['ENV-32'],
  '01': ['ENV-31'],
  '+1': ['ENV-31'],
  '.5': ['ENV-31'],
  '1.': ['ENV-31'],
  NaN: ['ENV-31'],
  Infinity: ['ENV-31'],
  'a trailing comma': ['ENV-35'],
  'a comment': ['ENV-35'],
  'a key twice*': ['ENV-30'],
  'a lone surrogate': ['ENV-29'],
  'surrogates the wrong way round': ['ENV-29'],
  'a raw control character': ['ENV-35'],
  'a raw line break in a string': ['ENV-35'],
  'an invalid escape': ['ENV-35'],
  'half an escape': ['ENV-35'],
  hex: ['ENV-31'],
  'an exponent without digits': ['ENV-31'],
  'a minus alone': ['ENV-31'],
  True: ['ENV-35'],
  'a key without quotes': ['ENV-35'],
  'a member of the envelope twice*': ['ENV-30'],
  'an unknown member twice': ['ENV-30'],
  'a byte that is not UTF-8': ['ENV-27'],
  'an overlong UTF-8 sequence': ['ENV-27'],
  'a surrogate in UTF-8': ['ENV-27'],
  'nesting of 200': ['ENV-33'],
  'a byte order mark': ['ENV-28'],
  'bytes after the end': ['ENV-34'],
  'an array around it': ['ENV-34'],
  'a cut end': ['ENV-35'],
  'single quotes': ['ENV-35'],
  '100,000 opening brackets': ['ENV-33', 'ENV-36'],
})

/** What is signed, and what is sent if that differs. */
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
  ['numbers at the edges of a double', '{"a":1e308,"b":5e-324,"c":1e-400,"d":0e99999,"e":-1E-0}'],
  ['integer-like keys, deeper', '{"z":{"3":1,"1":{"20":1,"3":2},"-1":0},"a":[{"2":0,"1":0}]}'],
  ['keys that differ in case or normal form alone', '{"A":1,"a":2,"\u00e9":3,"e\u0301":4}'],
  ['escaped keys', '{"a\\"b\\\\":1,"\\n":2,"/":3}', '{"\\u0061\\u0022b\\u005C":1,"\\u000A":2,"\\/":3}'],
  ['toString and length are ordinary keys', '{"toString":1,"length":-1,"hasOwnProperty":null,"then":{}}'],
  ['text that looks like an envelope', '{"payload":"\\",\\"payload\\":{","signature":"AAAA","sig_version":1}'],
]

const misspelled: [string, string, string][] = [
  ['escaped non-ASCII was signed', '{"a":"\\u00e9"}', '{"a":"é"}'],
  ['keys were reordered before signing', '{"2":1,"10":2}', '{"10":2,"2":1}'],
  ['a number was respelled before signing', '{"a":1}', '{"a":1.0}'],
  ['blanks were signed', '{"a": 1}', '{"a": 1}'],
  ['slashes were escaped before signing', '{"a":"\\/"}', '{"a":"/"}'],
  ['a number was written out before signing', '{"a":1000}', '{"a":1e3}'],
  ['minus zero lost its sign before signing', '{"a":0}', '{"a":-0}'],
  ['an exponent lost its case before signing', '{"a":1e2}', '{"a":1E2}'],
  ['a large number was rounded before signing', '{"a":9007199254740992}', '{"a":9007199254740993}'],
  ['keys were sorted before signing', '{"a":1,"b":2}', '{"b":2,"a":1}'],
  ['text was normalized before signing', '{"a":"\u00e9"}', '{"a":"e\u0301"}'],
  ['hex was signed in upper case', '{"a":"\\u001F"}', '{"a":"\\u001f"}'],
  ['a line separator was signed escaped', '{"a":"\\u2028"}', '{"a":"\u2028"}'],
  ['DEL was signed escaped', '{"a":"\\u007f"}', '{"a":"\u007f"}'],
  ['< was signed escaped', '{"a":"\\u003c"}', '{"a":"<"}'],
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
  ['a raw line break in a string', '{"a":"\n"}'],
  ['an invalid escape', '{"a":"\\x41"}'],
  ['half an escape', '{"a":"\\u00e"}'],
  ['hex', '{"a":0x10}'],
  ['an exponent without digits', '{"a":1e}'],
  ['a minus alone', '{"a":-}'],
  ['True', '{"a":True}'],
  ['a key without quotes', '{a:1}'],
  ['a key twice, __proto__', '{"__proto__":1,"__proto__":1}'],
  ['a byte that is not UTF-8', Buffer.from([...Buffer.from('{"a":"'), 0xff, ...Buffer.from('"}')])],
  ['an overlong UTF-8 sequence', Buffer.from([...Buffer.from('{"a":"'), 0xc0, 0xaf, ...Buffer.from('"}')])],
  ['a surrogate in UTF-8', Buffer.from([...Buffer.from('{"a":"'), 0xed, 0xa0, 0x80, ...Buffer.from('"}')])],
  ['nesting of 200', `{"a":${'['.repeat(200)}${']'.repeat(200)}}`],
]

export const envelopeCanonical = defineScenario('envelope: canonical message', async context => {
  await checkPayloads(context)
  await checkMisspelled(context)
  await checkMalformed(context)
  await checkWholeBody(context)
})

async function checkPayloads({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  for (const [what, signed, wire] of accepted) {
    await check(`verifies: ${what}`, clausesOfLossless(what), async () => {
      requireStatus(await ping(world, ann, signed, wire), 200)
    })
  }
  await check(
    'members of the envelope may be sent in any order, pretty-printed, with others',
    ['ENV-17', 'ENV-19', 'ENV-9', 'ENV-26'],
    async () => {
      const message = canonicalMessage(envelopeFor(world.http, ann, 'POST', '/ping', { payload: '{"b":1,"a":2}' }))
      const signature = signMessage(message, ann.privateKey)
      const members = Object.entries({ ...JSON.parse(message), signature, padding: [1, 2] }).toReversed()
      const body = JSON.stringify(Object.fromEntries(members), null, 2)
      requireStatus(await world.http.send(carry('POST', '/ping', body)), 200)
    },
  )
  await check('names of members may be sent escaped, with white space around the whole', ['ENV-19', 'ENV-22'], async () => {
    const text = signedText(envelopeFor(world.http, ann, 'POST', '/ping'), ann.privateKey)
    const body = `\r\n\t ${text.replace('"action"', '"\\u0061ction"').replace('"nonce"', '"nonc\\u0065"')} \n`
    requireStatus(await world.http.send(carry('POST', '/ping', body)), 200)
  })
  await check('a nul in a string verifies, and is then a 422', ['ENV-37', 'TEXT-2'], async () => {
    const envelope = envelopeFor(world.http, ann, 'POST', '/posts', { payload: '{"content":"a\\u0000b"}' })
    requireProblem(await world.http.send(carry('POST', '/posts', signedText(envelope, ann.privateKey))), 'validation-error')
  })
}

async function checkMisspelled({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  for (const [what, signed, wire] of misspelled) {
    await check(`does not verify: ${what}`, clausesOfExact(what), async () => {
      requireProblem(await ping(world, ann, signed, wire), 'aui-signature-verification-failed')
    })
  }
}

async function checkMalformed({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  for (const [what, wire] of malformed) {
    await check(`malformed: ${what}`, clausesOfMalformed(what), async () => {
      requireProblem(await ping(world, ann, String(wire), wire), 'aui-signature-malformed')
    })
  }
}

async function checkWholeBody({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  const rows: [string, (text: string) => string][] = [
    ['a byte order mark', text => `\ufeff${text}`],
    ['bytes after the end', text => `${text}{}`],
    ['an array around it', text => `[${text}]`],
    ['a cut end', text => text.slice(0, -1)],
    ['single quotes', text => text.replaceAll('"', "'")],
    ['a member of the envelope twice', text => text.replace('"nonce":', '"nonce":"other","nonce":')],
    ['a member of the envelope twice, once escaped', text => text.replace('{', '{"\\u0061ction":"other",')],
    ['an unknown member twice', text => text.replace('{', '{"x":1,"x":1,')],
    ['100,000 opening brackets', text => text.replace('"payload":{', `"payload":{"a":${'['.repeat(100_000)}`)],
  ]
  for (const [what, distort] of rows) {
    await check(`malformed: ${what}`, clausesOfMalformed(what), async () => {
      const text = signedText(envelopeFor(world.http, ann, 'POST', '/ping'), ann.privateKey)
      const demand = carry('POST', '/ping', distort(text))
      const reply = await within(world.http, 5_000, 'the refusal', () => world.http.send(demand))
      requireProblem(reply, 'aui-signature-malformed')
    })
  }
}

/** A ping whose payload is signed as `signed` and sent as `wire`. */
function ping(world: World, identity: Identity, signed: string, wire: string | Buffer = signed): Promise<Reply> {
  const message = canonicalMessage(envelopeFor(world.http, identity, 'POST', '/ping', { payload: signed }))
  const head = message.slice(0, -signed.length - 1)
  const tail = withSignature('}', signMessage(message, identity.privateKey))
  const body = Buffer.concat([Buffer.from(head), Buffer.from(wire), Buffer.from(tail)])
  return world.http.send({ ...carry('POST', '/ping', ''), body })
}
