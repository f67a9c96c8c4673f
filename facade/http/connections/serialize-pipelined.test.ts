import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import test from 'ava'
import { serializePipelined } from './serialize-pipelined.ts'

test('a pipelined request starts when the previous response is complete; other connections proceed', async t => {
  const begun: string[] = []
  const answers = new Map<string, ServerResponse>()
  const server = createServer(
    serializePipelined(({ url = '' }, response) => {
      begun.push(url)
      answers.set(url, response)
      server.emit(url)
    }),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const open = () => connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [pipe, other] = [open(), open()]
  t.teardown(() => {
    pipe.destroy()
    other.destroy()
    server.close()
  })
  const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
  const isFirst = once(server, '/first')
  pipe.write(ask('/first') + ask('/second') + ask('/third'))
  await isFirst
  const isElse = once(server, '/else')
  other.write(ask('/else'))
  await isElse
  t.deepEqual(begun, ['/first', '/else'])
  const isSecond = once(server, '/second')
  answers.get('/first')!.end('1')
  await isSecond
  t.deepEqual(begun, ['/first', '/else', '/second'])
  const isThird = once(server, '/third')
  answers.get('/second')!.end('2')
  await isThird
  answers.get('/third')!.end('3')
  let text = ''
  for await (const piece of pipe) {
    text += piece
    if (text.endsWith('3')) break
  }
  t.deepEqual(text.match(/\r\n\r\n./g), ['\r\n\r\n1', '\r\n\r\n2', '\r\n\r\n3'])
})
