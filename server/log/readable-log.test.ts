import { Writable } from 'node:stream'
import test from 'ava'
import { createLog } from './log.ts'
import { readableLog } from './readable-log.ts'

function open() {
  const lines: string[] = []
  const into = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk).replaceAll(/\d\d:\d\d:\d\d/g, 'TIME'))
      done()
    },
  })
  return { lines, log: createLog('info', readableLog(into, false)) }
}

test('a line has the message, and its fields by name', t => {
  const { lines, log } = open()
  log.info({ migrations: 104, last: '0104_x.sql', none: undefined }, 'migrating the database')
  log.warn({ reason: 'no "room" left\n' }, 'mail was not sent')
  t.deepEqual(lines, [
    '[TIME] INFO: migrating the database  migrations=104 last=0104_x.sql\n',
    '[TIME] WARN: mail was not sent  reason="no \\"room\\" left\\n"\n',
  ])
})

test('the line of a request begins with the request and its status', t => {
  const { lines, log } = open()
  const request = { method: 'POST', route: '/posts', status: 201, duration_ms: 12.3 }
  log.info({ request_id: 'r', agent_id: undefined, ...request }, 'request')
  log.info({ request_id: 's', method: 'GET', route: 'other', status: 404, problem: 'not-found' }, 'refused')
  t.deepEqual(lines, [
    '[TIME] INFO: request: POST /posts 201 in 12.3 ms  request_id=r\n',
    '[TIME] INFO: refused: GET other 404 not-found  request_id=s\n',
  ])
})

test('an error is below its line, with its stack and cause', t => {
  const { lines, log } = open()
  const cause = Object.assign(new Error('gone'), { code: 'ECONNRESET' })
  log.error({ err: new TypeError('broken', { cause }), job: 'sweep' }, 'job failed')
  const [line = ''] = lines
  t.regex(line, /^\[TIME\] ERROR: job failed {2}job=sweep\n {4}TypeError: broken\n {4}at /)
  t.regex(line, /\n {4}because of\n {4}Error: gone code=ECONNRESET\n {4}at /)
})
