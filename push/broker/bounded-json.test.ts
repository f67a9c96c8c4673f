import test from 'ava'
import { readBoundedJson } from './bounded-json.ts'

const read = (text: string) => readBoundedJson(Buffer.from(text))
const nested = (depth: number, inner = '1') => `${'['.repeat(depth)}${inner}${']'.repeat(depth)}`

test('JSON is at most 64 levels deep, not counting brackets in strings', t => {
  t.deepEqual(read(nested(65)), { unreadable: 'too deep' })
  for (const text of ['[[[', ']]]', '"', '\\', '\\"', '\\\\', '\\\\"[', `{"${'['.repeat(80)}":1}`]) {
    const string = JSON.stringify(text)
    t.deepEqual(read(nested(64, string)), { value: JSON.parse(nested(64, string)) }, text)
    t.deepEqual(read(nested(65, string)), { unreadable: 'too deep' }, text)
    t.deepEqual(read(nested(64, `{${string}:[]}`)), { unreadable: 'too deep' }, text)
  }
})

test('invalid JSON is reported as such, including an unterminated string', t => {
  for (const text of ['', '"', '"\\"', '["a', '{"a":"\\\\\\"}', '[1', '1]'])
    t.deepEqual(read(text), { unreadable: 'not JSON' })
  t.deepEqual(readBoundedJson(Buffer.from([0x22, 0xff, 0x22])), { unreadable: 'not UTF-8' })
})
