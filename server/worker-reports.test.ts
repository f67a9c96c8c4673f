import { once } from 'node:events'
import { createServer } from 'node:net'
import test from 'ava'
import { useDatabase } from '../testing/fixtures/test-database.ts'
import { printed, startProgram } from '../testing/processes/start-program.ts'

const database = useDatabase(test)

/** Uses a new connection, which any of the processes accepts. */
const ask = async (url: string) => await (await fetch(url, { headers: { Connection: 'close' } })).text()

test('any of several processes reports for all', async t => {
  const { base, metrics } = await printed(startProgram(t, database(), { WEB_CONCURRENCY: '2', METRICS_PORT: '0' }))
  await Promise.all(Array.from({ length: 40 }, () => ask(`${base}/no-such-page`)))
  for (let scrape = 0; scrape < 8; scrape++) {
    const body = await ask(metrics)
    t.regex(body, /^colloquy_processes 2$/m)
    t.regex(body, /^colloquy_http_requests_total\{method="GET",route="documents",status="404"\} 40$/m)
  }
})

test('a metrics port in use ends the program with exit code 78 and one line', async t => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  t.teardown(() => void taken.close())
  const { port } = taken.address() as { port: number }
  const child = startProgram(t, database(), { METRICS_PORT: String(port) })
  let output = ''
  child.stderr!.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
  const [code] = await once(child, 'close')
  t.is(code, 78)
  t.is(output, `METRICS_PORT: ${port} is used by another program (EADDRINUSE); 0 selects a free one\n`)
})
