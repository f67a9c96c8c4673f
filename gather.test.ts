import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { useDatabase } from './storage/testing.ts'

const database = useDatabase(test)

/** Starts the program itself, on the database of this file. */
function start(t: ExecutionContext, environment: Record<string, string>): ChildProcess {
  const { socketDir, port, user, database: name } = database().address as Record<string, string | number>
  const dataDir = mkdtempSync(path.join(tmpdir(), 'colloquy-gather-'))
  const child = spawn(process.execPath, ['dist/main.js'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH ?? '',
      PGHOST: String(socketDir),
      PGPORT: String(port),
      PGUSER: String(user),
      DATABASE_URL: `postgres:///${name}`,
      DATA_DIR: dataDir,
      SECRET_KEY: 'a secret of more than 32 characters',
      LOG_LEVEL: 'silent',
      PORT: '0',
      ...environment,
    },
  })
  t.teardown(async () => {
    if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit')
    rmSync(dataDir, { recursive: true })
  })
  return child
}

async function printed(child: ChildProcess): Promise<{ base: string; metrics: string }> {
  let text = ''
  for await (const chunk of child.stdout!.iterator({ destroyOnReturn: false })) {
    text += chunk
    if (text.includes('Ctrl-C')) break
  }
  const [, base = '', metrics = ''] = /base URL +(\S+)[\s\S]*metrics +(\S+)/.exec(text) ?? []
  return { base, metrics }
}

/** On a connection of its own, which the processes take in turn. */
const ask = async (url: string) => await (await fetch(url, { headers: { Connection: 'close' } })).text()

test('whichever of several processes is asked, it answers for all', async t => {
  const { base, metrics } = await printed(start(t, { WEB_CONCURRENCY: '2', METRICS_PORT: '0' }))
  for (let count = 0; count < 10; count++) await ask(`${base}/no-such-page`)
  for (let scrape = 0; scrape < 4; scrape++) {
    const body = await ask(metrics)
    t.regex(body, /^colloquy_processes 2$/m)
    t.regex(body, /^colloquy_http_requests_total\{method="GET",route="documents",status="404"\} 10$/m)
  }
})

test('a port for the metrics that is taken ends the program with exit code 78 and one line', async t => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  t.teardown(() => void taken.close())
  const { port } = taken.address() as { port: number }
  const child = start(t, { METRICS_PORT: String(port) })
  let told = ''
  child.stderr!.setEncoding('utf8').on('data', (chunk: string) => (told += chunk))
  const [code] = await once(child, 'close')
  t.is(code, 78)
  t.is(told, `METRICS_PORT: ${port} cannot be listened on (EADDRINUSE)\n`)
})
