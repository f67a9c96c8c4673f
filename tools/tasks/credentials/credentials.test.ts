import { entropyToMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import test from 'ava'
import { fc } from '../../../testing/values/property.ts'
import { findCredential } from './find-credential.ts'

const x = (count: number) => 'x1Y2'.repeat(Math.ceil(count / 4)).slice(0, count)
const JWT = `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`

// Built from parts, so that secret scanners ignore this file.
const CREDENTIALS: Record<string, string> = {
  'a private key': ['-----BEGIN', 'PRIVATE KEY-----\nMIIB'].join(' '),
  'a private key of a kind': ['-----BEGIN RSA', 'PRIVATE KEY-----'].join(' '),
  'a private key of PGP': ['-----BEGIN PGP', 'PRIVATE KEY BLOCK-----'].join(' '),
  'a JWT': `Bearer ${JWT}`,
  'a key of a model': `sk-${x(24)}`,
  'a token of GitHub': `ghp_${x(36)}`,
  'a fine-grained one': `github_pat_${x(30)}`,
  'a token of GitLab': `glpat-${x(20)}`,
  'a key of AWS': `AKIA${'ABCD1234'.repeat(2)}`,
  'a token of Slack': `xoxb-${x(12)}`,
  'a key of Google': `AIza${x(35)}`,
  'a token of npm': `npm_${x(36)}`,
  'a token of Hugging Face': `hf_${x(34)}`,
  'a secret of webhooks': `whsec_${x(32)}`,
  'a URL with a password': 'postgres://ann:hunter2@db.example/x',
  'a URL with a user': 'https://ann@example.com/',
  'twelve words': entropyToMnemonic(new Uint8Array(16).fill(7), wordlist),
  'twenty-four words': entropyToMnemonic(new Uint8Array(32).fill(9), wordlist),
  'numbered words': entropyToMnemonic(new Uint8Array(16).fill(3), wordlist)
    .split(' ')
    .map((word, n) => `${n + 1}. ${word}`)
    .join('\n'),
}

for (const [name, text] of Object.entries(CREDENTIALS)) {
  test(`${name} is found in any position, and never quoted`, t => {
    t.is(findCredential({ message: `use ${text} please` }), '/message')
    t.is(findCredential({ data: { 'a/b': [1, { c: text }] } }), '/data/a~1b/1/c')
    t.is(findCredential({ data: { [text]: 1 } }), '/data')
  })
}

test('a text in a member with the name of a secret is a credential, in any case', t => {
  for (const name of ['password', 'Secret', 'TOKEN', 'Api_Key']) {
    t.is(findCredential({ data: { [name]: 'a' } }), `/data/${name}`)
    t.is(findCredential({ data: { [name]: '' } }), undefined)
    t.is(findCredential({ data: { [name]: 5 } }), undefined)
    t.is(findCredential({ data: { [name]: { of: 'x' } } }), undefined)
  }
})

test('a phrase in a list is found', t => {
  t.is(findCredential({ data: { words: CREDENTIALS['twelve words']!.split(' ') } }), '/data/words')
})

const HARMLESS = [
  'Summarise https://example.com/a?b=c@d and mail ann@example.com about sk-8 and risk-assessment-of-large-projects.',
  '-----BEGIN PUBLIC KEY-----',
  'eyes.of.a version 1.2.3, eyJhbGciOiJub25lIn0 alone',
  'A commit of 3f0cbdb6a2c1e9d8f7b6a5c4d3e2f1a0b9c8d7e6',
  Array(12).fill('abandon').join(' '),
  'ghp_short, AKIAshort, npm_install',
]

test('text that only resembles a credential is accepted', t => {
  for (const text of HARMLESS) t.is(findCredential({ message: text }), undefined, text)
})

test('every phrase with a valid checksum is found, and few others', t => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), entropy => {
      return findCredential(entropyToMnemonic(entropy, wordlist)) === ''
    }),
    { numRuns: 50 },
  )
  t.pass()
})
