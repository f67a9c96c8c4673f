import test from 'ava'
import { SWEPT_KINDS } from './challenge-terms.ts'
import { howOn, howToOpen, issueInstruction, pollInstruction, statusReason } from './instructions.ts'

const AT = '2026-11-22T12:00:00.000Z'

const allAt = (baseUrl: string): string[] => [
  ...SWEPT_KINDS.flatMap(kind => [pollInstruction(kind, { baseUrl }), issueInstruction('id', kind, AT, { baseUrl })]),
  ...(['restricted', 'suspended'] as const).map(to => statusReason(to, { baseUrl })),
  ...(['liveness_nonce', 'agency_upgrade'] as const).map(kind => howOn(kind, AT, { baseUrl })),
  howToOpen(AT, { baseUrl }),
]

test('challenges name paths as they are signed: including the path of the base URL', t => {
  const [root, below] = [allAt('https://colloquy.test'), allAt('https://colloquy.test/social')]
  for (const text of root) t.regex(text, /POST \/api\/v1\/aui\/challenges\//)
  t.deepEqual(
    below,
    root.map(text => text.replaceAll('/api/v1', '/social/api/v1')),
  )
})
