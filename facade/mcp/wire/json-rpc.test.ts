import test from 'ava'
import { errorMessage, parseBody, RpcError, readMessage, resultMessage } from './json-rpc.ts'

const codeOf = (body: string | Buffer) => {
  try {
    parseBody(Buffer.from(body))
  } catch (error) {
    return error instanceof RpcError ? error.code : error
  }
}

const valuesIn = (body: string) => [parseBody(Buffer.from(body))].flat().map(({ value }) => value)

test('a body that is not JSON or not UTF-8 is a parse error', t => {
  t.is(codeOf('{'), -32700)
  t.is(codeOf(''), -32700)
  t.is(codeOf(Buffer.from([0x22, 0xff, 0x22])), -32700)
})

test('a body nested deeper than 64 levels is refused before it is parsed', t => {
  t.is(codeOf('['.repeat(500_000)), -32600)
  t.is(codeOf(`${'['.repeat(65)}${']'.repeat(65)}`), -32600)
  t.deepEqual(valuesIn(`${'['.repeat(2)}${']'.repeat(2)}`), [[]])
})

test('a repeated member is refused, since readers disagree about it', t => {
  t.is(codeOf('{"method":"a","method":"b"}'), -32700)
  t.is(codeOf('[{"params":{"a":1,"\\u0061":2}}]'), -32700)
})

test('brackets in strings are not counted as nesting', t => {
  const value = [`${'['.repeat(100)}"`, `\\"${'{'.repeat(100)}`]
  t.deepEqual(valuesIn(JSON.stringify(value)), value)
})

const read = (value: unknown) => {
  const [received] = [parseBody(Buffer.from(JSON.stringify([value])))].flat()
  return readMessage(received!)
}

const MESSAGES: [string, unknown, object][] = [
  ['a request', { jsonrpc: '2.0', id: 0, method: 'ping' }, { kind: 'request', id: '0', method: 'ping', params: {} }],
  [
    'a string id',
    { jsonrpc: '2.0', id: 'a', method: 'x', params: { y: 1 } },
    { kind: 'request', id: '"a"', method: 'x', params: { y: 1 } },
  ],
  ['a notification', { jsonrpc: '2.0', method: 'n' }, { kind: 'notification', method: 'n', params: {} }],
  ['a response', { jsonrpc: '2.0', id: 1, result: {} }, { kind: 'response' }],
  [
    'another version',
    { jsonrpc: '1.0', id: 1, method: 'x' },
    { kind: 'invalid', id: '1', reason: 'jsonrpc must be "2.0"' },
  ],
  [
    'a null id',
    { jsonrpc: '2.0', id: null, method: 'x' },
    { kind: 'invalid', id: undefined, reason: 'id must be a string or a number' },
  ],
  ['no method', { jsonrpc: '2.0', id: 7 }, { kind: 'invalid', id: '7', reason: 'method must be a string' }],
  [
    'params as a list',
    { jsonrpc: '2.0', id: 7, method: 'x', params: [] },
    { kind: 'invalid', id: '7', reason: 'params must be an object' },
  ],
  ['a string', 'ping', { kind: 'invalid', id: undefined, reason: 'a message must be an object' }],
]

for (const [title, value, message] of MESSAGES) {
  test(`${title} is read as ${JSON.stringify(message)}`, t => t.like(read(value), message as never))
}

test('an id is returned as it was written, alone, in a batch, between white space and beside other ids', t => {
  const ids = ['9007199254740993', '12345678901234567890', '-0', '1.0', '1.50', '1e2', '"7"', '""', '"é\\n"', '0']
  for (const id of ids) {
    const message = `{ "params" : {"id": 5, "a": [1, {"id": 2.0}]},\n "id" : ${id} , "method":"x", "jsonrpc":"2.0" }`
    const [alone] = [parseBody(Buffer.from(message))].flat()
    t.like(readMessage(alone!), { kind: 'request', id })
    const [first, second, third] = [parseBody(Buffer.from(`[ {"id":1} , ${message},[ ${id} ] ]`))].flat()
    t.like(readMessage(first!), { kind: 'invalid', id: '1' })
    t.like(readMessage(second!), { kind: 'request', id })
    t.like(readMessage(third!), { kind: 'invalid', id: undefined })
  }
  const [escaped] = [parseBody(Buffer.from('{"\\u0069d":9007199254740993,"jsonrpc":"2.0","method":"x"}'))].flat()
  t.like(readMessage(escaped!), { id: '9007199254740993' })
  for (const id of ['true', 'null', '{"id":1}', '[1]']) {
    const [other] = [parseBody(Buffer.from(`{"jsonrpc":"2.0","id":${id},"method":"x"}`))].flat()
    t.like(readMessage(other!), { kind: 'invalid', id: undefined })
  }
})

test('an error without a readable id has no id member', t => {
  const error = new RpcError(-32700, 'Parse error')
  t.is(errorMessage(undefined, error), '{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"}}')
  t.is(errorMessage('"a\\""', error), '{"jsonrpc":"2.0","id":"a\\"","error":{"code":-32700,"message":"Parse error"}}')
  t.is(resultMessage('1', '{}'), '{"jsonrpc":"2.0","id":1,"result":{}}')
})
