import type { IncomingHttpHeaders } from 'node:http'
import test from 'ava'
import { RpcError, type RpcRequest } from './json-rpc.ts'
import { decodeHeader, isModern, requireEnvelope, requireKnownVersion } from './request-meta.ts'

const VERSION = '2026-07-28'
const meta = { 'io.modelcontextprotocol/protocolVersion': VERSION, 'io.modelcontextprotocol/clientCapabilities': {} }
const headers = { 'mcp-protocol-version': VERSION, 'mcp-method': 'tools/call', 'mcp-name': 'ping' }

const request = (params: object = { name: 'ping', _meta: meta }, method = 'tools/call'): RpcRequest => ({
  kind: 'request',
  id: '1',
  method,
  params: params as RpcRequest['params'],
})

const refusal = (message: RpcRequest, sent: IncomingHttpHeaders) => {
  try {
    requireEnvelope(message, sent)
  } catch (error) {
    return error instanceof RpcError ? [error.status, error.code] : error
  }
}

test('a request with version, capabilities and matching headers passes', t => {
  t.is(refusal(request(), headers), undefined)
  const { 'mcp-name': _, ...unnamed } = headers
  t.is(refusal(request({ _meta: meta }, 'tools/list'), { ...unnamed, 'mcp-method': 'tools/list' }), undefined)
})

const REFUSED: [string, RpcRequest, IncomingHttpHeaders, [number, number]][] = [
  ['without _meta', request({ name: 'ping' }), headers, [400, -32602]],
  [
    'without a version in _meta',
    request({ name: 'ping', _meta: { 'io.modelcontextprotocol/clientCapabilities': {} } }),
    headers,
    [400, -32602],
  ],
  [
    'without capabilities in _meta',
    request({ name: 'ping', _meta: { 'io.modelcontextprotocol/protocolVersion': VERSION } }),
    headers,
    [400, -32602],
  ],
  [
    'whose header names another version',
    request(),
    { ...headers, 'mcp-protocol-version': '2025-11-25' },
    [400, -32020],
  ],
  ['without a version header', request(), { ...headers, 'mcp-protocol-version': undefined }, [400, -32020]],
  ['without Mcp-Method', request(), { ...headers, 'mcp-method': undefined }, [400, -32020]],
  ['whose Mcp-Method differs in case', request(), { ...headers, 'mcp-method': 'TOOLS/CALL' }, [400, -32020]],
  ['without Mcp-Name', request(), { ...headers, 'mcp-name': undefined }, [400, -32020]],
  ['whose Mcp-Name is another', request(), { ...headers, 'mcp-name': 'get_post' }, [400, -32020]],
  [
    'of an unknown version',
    request({ name: 'ping', _meta: { ...meta, 'io.modelcontextprotocol/protocolVersion': 'v999' } }),
    { ...headers, 'mcp-protocol-version': 'v999' },
    [400, -32022],
  ],
]

for (const [title, message, sent, expected] of REFUSED) {
  test(`a request ${title} is refused with ${expected.join(' and ')}`, t =>
    t.deepEqual(refusal(message, sent), expected))
}

test('Mcp-Name may be base64 between markers, with space around it', t => {
  t.is(decodeHeader('=?base64?SGVsbG8sIOS4lueVjA==?='), 'Hello, 世界')
  t.is(decodeHeader('  ping '), 'ping')
  t.is(decodeHeader('=?base64?!?='), '=?base64?!?=')
})

test('the era follows from the version in _meta, then from the header; initialize opens a session', t => {
  t.true(isModern(request(), {}))
  t.true(isModern(request({}), { 'mcp-protocol-version': VERSION }))
  t.false(isModern(request({}), { 'mcp-protocol-version': '2025-11-25', 'mcp-method': 'tools/call' }))
  t.false(isModern(request({}), {}))
  t.false(isModern(request({ protocolVersion: VERSION }, 'initialize'), { 'mcp-protocol-version': VERSION }))
  t.true(isModern(request({ _meta: meta }, 'initialize'), headers))
})

test('a version header with an unsupported revision is refused with the supported ones', t => {
  t.notThrows(() => requireKnownVersion({}))
  t.notThrows(() => requireKnownVersion({ 'mcp-protocol-version': '2025-03-26' }))
  const error = t.throws(() => requireKnownVersion({ 'mcp-protocol-version': '2024-11-05' }), { instanceOf: RpcError })
  t.deepEqual(error?.data, {
    supported: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'],
    requested: '2024-11-05',
  })
})
