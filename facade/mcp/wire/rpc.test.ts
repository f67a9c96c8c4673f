import test from 'ava'
import { errorMessage, parseBody, RpcError, readMessage, resultMessage } from './rpc.ts'

const codeOf = (body: string | Buffer) => {
  try {
    parseBody(Buffer.from(body))
  } catch (error) {
    return error instanceof RpcError ? error.code : error
  }
}

test('a body that is not JSON or not UTF-8 is a parse error', t => {
  t.is(codeOf('{'), -32700)
  t.is(codeOf(''), -32700)
  t.is(codeOf(Buffer.from([0x22, 0xff, 0x22])), -32700)
})

test('a body nested deeper than 64 is refused before it is parsed', t => {
  t.is(codeOf('['.repeat(500_000)), -32600)
  t.is(codeOf(`${'['.repeat(65)}${']'.repeat(65)}`), -32600)
  t.deepEqual(parseBody(Buffer.from(`${'['.repeat(2)}${']'.repeat(2)}`)), [[]])
})

test('a member that comes twice is read one way by no two readers, and refused', t => {
  t.is(codeOf('{"method":"a","method":"b"}'), -32700)
  t.is(codeOf('[{"params":{"a":1,"\\u0061":2}}]'), -32700)
})

test('brackets in strings are no nesting', t => {
  const value = [`${'['.repeat(100)}"`, `\\"${'{'.repeat(100)}`]
  t.deepEqual(parseBody(Buffer.from(JSON.stringify(value))), value)
})

const MESSAGES: [string, unknown, object][] = [
  ['a request', { jsonrpc: '2.0', id: 0, method: 'ping' }, { kind: 'request', id: 0, method: 'ping', params: {} }],
  [
    'a string id',
    { jsonrpc: '2.0', id: 'a', method: 'x', params: { y: 1 } },
    { kind: 'request', id: 'a', method: 'x', params: { y: 1 } },
  ],
  ['a notification', { jsonrpc: '2.0', method: 'n' }, { kind: 'notification', method: 'n', params: {} }],
  ['a response', { jsonrpc: '2.0', id: 1, result: {} }, { kind: 'response' }],
  [
    'another version',
    { jsonrpc: '1.0', id: 1, method: 'x' },
    { kind: 'invalid', id: 1, reason: 'jsonrpc must be "2.0"' },
  ],
  [
    'a null id',
    { jsonrpc: '2.0', id: null, method: 'x' },
    { kind: 'invalid', id: undefined, reason: 'id must be a string or a number' },
  ],
  ['no method', { jsonrpc: '2.0', id: 7 }, { kind: 'invalid', id: 7, reason: 'method must be a string' }],
  [
    'params as a list',
    { jsonrpc: '2.0', id: 7, method: 'x', params: [] },
    { kind: 'invalid', id: 7, reason: 'params must be an object' },
  ],
  ['a string', 'ping', { kind: 'invalid', id: undefined, reason: 'a message is an object' }],
]

for (const [title, value, message] of MESSAGES) {
  test(`${title} is read as ${JSON.stringify(message)}`, t => t.deepEqual(readMessage(value), message as never))
}

test('an error without a readable id has no id member', t => {
  const error = new RpcError(-32700, 'Parse error')
  t.is(errorMessage(undefined, error), '{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"}}')
  t.is(errorMessage('a"', error), '{"jsonrpc":"2.0","id":"a\\"","error":{"code":-32700,"message":"Parse error"}}')
  t.is(resultMessage(1, '{}'), '{"jsonrpc":"2.0","id":1,"result":{}}')
})
