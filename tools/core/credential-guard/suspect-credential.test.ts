import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { entropyToMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import test from 'ava'
import { chanceFrom } from '../../../bench/large/chance.ts'
import { prose } from '../../../bench/large/generated-text.ts'
import { suspectCredential } from './suspect-credential.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')
const suspect = (text: string) => suspectCredential(text, NOW)

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const random = (count: number) => 'q7RvT2mZp9Lk3XwD8sHf'.repeat(3).slice(0, count)
const jwt = (payload: object) => `${base64url({ alg: 'RS256' })}.${base64url(payload)}.${random(43)}`
const LATER = NOW.getTime() / 1_000 + 60
const phrase = (byte: number, bytes = 16) => entropyToMnemonic(new Uint8Array(bytes).fill(byte), wordlist)

// Built from parts, so that secret scanners ignore this file.
const SUSPECTED: [kind: string, text: string][] = [
  ['private_key', `${['-----BEGIN RSA', 'PRIVATE KEY-----'].join(' ')}\n${random(60)}\n`],
  ['private_key', `key = "${['-----BEGIN', 'PRIVATE KEY-----'].join(' ')}\\n${random(60)}"`],
  ['model_api_key', `sk-proj-${random(40)}`],
  ['github_token', `ghp_${random(36)}`],
  ['github_token', `github_pat_${random(40)}`],
  ['gitlab_token', `glpat-${random(20)}`],
  ['aws_access_key', `AKIA${'Q7RVT2MZP9LK3XWD'}`],
  ['slack_token', `xoxb-${random(30)}`],
  ['google_api_key', `AIza${random(35)}`],
  ['npm_token', `npm_${random(36)}`],
  ['hugging_face_token', `hf_${random(34)}`],
  ['webhook_secret', `whsec_${random(44)}`],
  ['signed_token', jwt({ exp: LATER })],
  ['signed_token', jwt({ sub: 'x' })],
  ['seed_phrase', phrase(7)],
  ['seed_phrase', phrase(9, 32)],
]

for (const [kind, text] of SUSPECTED) {
  test(`${kind} is detected within text: ${text.slice(0, 8)} (${text.length})`, t => {
    t.is(suspect(text), kind)
    t.is(suspect(`Here it is: ${text}. Use it.`), kind)
    t.is(suspect(`ghp_${'x'.repeat(36)} and ${text}`), kind)
  })
}

const HARMLESS = [
  `ghp_${'x'.repeat(36)}`,
  `sk-your-key-here-${random(20)}`,
  'sk-learn-is-not-a-key-but-a-long-name-of-a-library',
  `AKIA${'IOSFODNN7EXAMPLE'}`,
  ['-----BEGIN', 'PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----'].join(' '),
  '-----BEGIN PUBLIC KEY-----',
  jwt({ exp: LATER - 120 }),
  jwt({ sub: '1234567890', name: 'John Doe', iat: 1_516_239_022 }),
  'postgres://ann:hunter2@db.example/x',
  phrase(7).split(' ').slice(1).join(' '),
  `${phrase(7)} abandon`,
]

test('placeholders, expired tokens and public keys are not detected', t => {
  for (const text of HARMLESS) t.is(suspect(text), undefined, text)
})

const PER = 10_000

test('at most one of 10,000 generated posts is a false positive', t => {
  const chance = chanceFrom(1)
  const count = 100_000
  let suspected = 0
  for (let n = 0; n < count; n++) if (suspect(prose('en', 100 + (n % 400), chance)) !== undefined) suspected++
  t.true(suspected <= count / PER, `${suspected}`)
})

test('published pages about code are no false positives', t => {
  const root = path.join(import.meta.dirname, '../../../../node_modules')
  const pages = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(name => /readme\.md$/i.test(name))
  t.true(pages.length > 100)
  t.deepEqual(
    pages.filter(name => suspect(readFileSync(path.join(root, name), 'utf8').slice(0, 25_000)) !== undefined),
    [],
  )
})
