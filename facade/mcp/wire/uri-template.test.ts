import test from 'ava'
import { expandUri, matchUri } from './uri-template.ts'

test('a URI is parsed and built by its template', t => {
  for (const [template, variables, uri] of [
    ['a://b/{id}', { id: 'x' }, 'a://b/x'],
    ['a://b/{id}/c', { id: 'é /?' }, 'a://b/%C3%A9%20%2F%3F/c'],
    ['a://{x}/{y}', { x: '1', y: '2' }, 'a://1/2'],
  ] as const) {
    t.is(expandUri(template, variables), uri)
    t.deepEqual(matchUri(template, uri), variables)
  }
})

test('other URIs do not match a template', t => {
  for (const uri of ['a://b/', 'a://b/x/y', 'a://b/x?y', 'a://b/x#y', 'xa://b/x', 'a://b/%ff', 'a://b/%', 'a://c/x']) {
    t.is(matchUri('a://b/{id}', uri), undefined, uri)
  }
  t.is(matchUri('a.b/{id}', 'axb/1'), undefined)
})
