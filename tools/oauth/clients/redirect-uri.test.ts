import test from 'ava'
import { isDocumentUrl, isLoopback, isRegistered, redirectHost, withParameters } from './redirect-uri.ts'

test('redirects are allowed to https, and to http on loopback', t => {
  for (const [uri, host] of [
    ['https://connector.example/callback', 'connector.example'],
    ['https://CONNECTOR.example:8443/', 'connector.example:8443'],
    ['https://connector.example:443/', 'connector.example'],
    ['https://bücher.example/', undefined],
    ['https://xn--bcher-kva.example/', 'xn--bcher-kva.example'],
    ['http://localhost:1/', 'localhost:1'],
    ['http://127.0.0.1/callback?a=b', '127.0.0.1'],
    ['http://[::1]:33418/', '[::1]:33418'],
    ['http://127.0.0.2/', undefined],
    ['http://localhost.evil.example/', undefined],
    ['http://connector.example/', undefined],
    ['https://you@connector.example/', undefined],
    ['https://connector.example/#', undefined],
    ['https://connector.example/\tcallback', undefined],
    ['cursor://callback', undefined],
    ['javascript:alert(1)', undefined],
    ['data:text/html,x', undefined],
    ['/callback', undefined],
    ['', undefined],
    [`https://connector.example/${'x'.repeat(1_000)}`, undefined],
  ] as const) {
    t.is(redirectHost(uri), host, uri)
  }
})

test('loopback is three host names, with any port', t => {
  for (const host of ['localhost', 'localhost:1', '127.0.0.1:33418', '[::1]', '[::1]:80'])
    t.true(isLoopback(host), host)
  for (const host of ['localhost.example', '127.0.0.11', 'connector.example:80']) t.false(isLoopback(host), host)
})

test('redirect URIs must match exactly, except for the port on loopback', t => {
  const registered = ['http://localhost:3334/oauth/callback', 'https://connector.example/callback']
  for (const [uri, is] of [
    ['http://localhost:3334/oauth/callback', true],
    ['http://localhost:1/oauth/callback', true],
    ['http://localhost/oauth/callback', true],
    ['http://127.0.0.1:3334/oauth/callback', false],
    ['https://localhost:3334/oauth/callback', false],
    ['http://localhost:3334/oauth/callback/', false],
    ['http://localhost:3334/oauth/callback?a=b', false],
    ['http://you@localhost:3334/oauth/callback', false],
    ['https://connector.example/callback', true],
    ['https://connector.example:8443/callback', false],
    ['https://connector.example/Callback', false],
    ['no URI', false],
  ] as const) {
    t.is(isRegistered(uri, registered), is, uri)
  }
})

test('parameters are appended to existing ones', t => {
  t.is(withParameters('https://x.example/', { code: 'a b' }), 'https://x.example/?code=a+b')
  t.is(withParameters('https://x.example/?a=%20b', { code: 'c' }), 'https://x.example/?a=%20b&code=c')
})

test('a client metadata URL must be in normalized form', t => {
  for (const [id, is] of [
    ['https://clients.example/client.json', true],
    ['https://clients.example:8443/a?b=c', true],
    ['https://clients.example/%61', true],
    ['https://clients.example/', false],
    ['https://clients.example', false],
    ['https://clients.example/?a=b', false],
    ['http://clients.example/client.json', false],
    ['HTTPS://clients.example/client.json', false],
    ['https://Clients.example/client.json', false],
    ['https://clients.example:443/client.json', false],
    ['https://clients.example/a/../client.json', false],
    ['https://clients.example/%2e/client.json', false],
    ['https://clients.example/client.json#', false],
    ['https://you@clients.example/client.json', false],
    ['https://:secret@clients.example/client.json', false],
    ['https://@clients.example/client.json', false],
    ['https:clients.example/client.json', false],
    ['https:\\\\clients.example/client.json', false],
    ['https://clients.example/cl\u0131ent.json', false],
    ['https://cl\u0456ents.example/client.json', false],
    ['https://clients.example/a\nb', false],
    [`https://clients.example/${'x'.repeat(1_000)}`, false],
    ['https://', false],
  ] as const) {
    t.is(isDocumentUrl(id), is, id)
  }
})
