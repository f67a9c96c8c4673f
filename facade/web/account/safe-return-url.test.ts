import test from 'ava'
import { safeReturnUrl } from './safe-return-url.ts'

const HOME = '/internal/agents'

test('a path of this site is redirected to unchanged', t => {
  for (const path of ['/', '/internal/account', '/p/abc?x=1', '/internal/agents/ann', '/a/b'])
    t.is(safeReturnUrl(path), path)
})

test('a URL that a browser would resolve elsewhere leads to the home page', t => {
  const hostile = [
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example/',
    '/.//evil.example',
    '/./\\evil.example',
    '/x/..//evil.example',
    '/\t/evil.example',
    '/\n//evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'evil.example',
    '',
    ' //evil.example',
    '//ours.invalid@evil.example',
    `/${'a'.repeat(600)}`,
  ]
  for (const path of [...hostile, null]) t.is(safeReturnUrl(path), HOME, JSON.stringify(path))
})
