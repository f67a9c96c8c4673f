import test from 'ava'
import { jsonOf } from './coerce-value.ts'
import { rememberText, writtenText } from './written.ts'

const DATA = '{"n":1.0,"__proto__":{"id":9007199254740991.0},"2":-0,"1":1e2}'

test('an object retains the text that was sent, wherever it is in the arguments', t => {
  const text = `{"arguments":{"data":${DATA},"list":[{"x":1.50}]}}`
  const params = JSON.parse(text)
  rememberText(params, () => text)
  t.is(writtenText(params.arguments.data), DATA)
  t.is(writtenText(params.arguments.list[0]), '{"x":1.50}')
  t.is(writtenText({ ...params.arguments.data }), undefined)
  t.is(writtenText('text'), undefined)
})

test('a value parsed from text in the arguments retains that text', t => {
  t.is(writtenText(jsonOf(DATA)), DATA)
  const wrapped = jsonOf(`\`\`\`json\n{"arguments": {"data": ${DATA}}}\n\`\`\``) as { arguments: { data: object } }
  t.is(writtenText(wrapped.arguments.data), DATA)
})
