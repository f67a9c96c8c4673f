// Runs real reverse proxies in front of a server with the blocks of deploy/proxies/, with TLS, at the root and below a
// path: the doctor must report no problem, and two agents exchange messages. A misconfigured nginx must be detected.
// Proxies that are not installed are skipped and reported. `node scripts/check/proxies.mjs nginx` checks only nginx.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parse } from 'yaml'
import { exitWithOutcome, Failure, run, withServer } from '../checkout.mjs'

const root = path.join(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'colloquy-proxies-'))
const LOOKED_AT = ['base url', 'forwarded addresses', 'host header', 'scheme', 'streaming']

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  await new Promise(resolve => server.close(resolve))
  return port
}

function makeCertificate() {
  const [cert, key, both] = ['fullchain.pem', 'key.pem', 'both.pem'].map(name => path.join(folder, name))
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const words = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    ...subject,
    '-keyout',
    key,
    '-out',
    cert,
  ]
  execFileSync('openssl', words, { stdio: 'ignore' })
  writeFileSync(both, readFileSync(cert, 'utf8') + readFileSync(key, 'utf8'))
  return cert
}

/** The published block, with the ports and the certificate of this run. */
function fitted(file, { port, inner }) {
  return readFileSync(path.join(root, 'deploy/proxies', file), 'utf8')
    .replaceAll('/etc/ssl/colloquy', folder)
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${inner}`)
    .replaceAll('colloquy.example', 'localhost')
    .replace(/(listen |localhost:|bind :)443/g, `$1${port}`)
}

const written = (name, text) => {
  const file = path.join(folder, name)
  writeFileSync(file, text)
  return file
}

const nginx = block =>
  `daemon off;\npid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\n  access_log off;\n  client_body_temp_path ${folder}/body;\n  proxy_temp_path ${folder}/proxy;\n  fastcgi_temp_path ${folder}/a;\n  uwsgi_temp_path ${folder}/b;\n  scgi_temp_path ${folder}/c;\n${block}}\n`

const PROXIES = {
  nginx: {
    files: ['nginx.conf', 'nginx-prefix.conf'],
    command: block => ['nginx', '-e', 'stderr', '-c', written('nginx.conf', nginx(block))],
  },
  haproxy: {
    files: ['haproxy.cfg', 'haproxy-prefix.cfg'],
    command: block => ['haproxy', '-db', '-f', written('haproxy.cfg', block)],
  },
  caddy: {
    files: ['Caddyfile', 'Caddyfile-prefix'],
    command: block => [
      ...['caddy', 'run', '--adapter', 'caddyfile', '--config'],
      written('Caddyfile', `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${block}`),
    ],
  },
}

const isInstalled = program => spawnSync('which', [program]).status === 0

const cert = makeCertificate()
const trusting = { ...process.env, NODE_EXTRA_CA_CERTS: cert }

async function listens(port) {
  for (;;) {
    const isOpen = await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(5_000) }).then(
      () => true,
      error => !['ECONNREFUSED'].includes(error.cause?.code),
    )
    if (isOpen) return
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}

/** The doctor's findings behind this block. */
async function examine(name, block, prefix, { port, inner, meets }) {
  const [program, ...words] = PROXIES[name].command(block)
  const proxy = spawn(program, words, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, HOME: folder } })
  const gone = once(proxy, 'exit')
  const settings = {
    ...{ PORT: String(inner), BASE_URL: `https://localhost:${port}${prefix}`, TRUSTED_PROXIES: '127.0.0.1' },
    ...{ DATA_DIR: path.join(folder, 'data'), LOG_LEVEL: 'warn' },
  }
  const env = { ...trusting, ...settings }
  let findings = []
  try {
    await Promise.race([listens(port), gone])
    if (proxy.exitCode !== null) throw new Failure(`${name} ended with ${proxy.exitCode}`)
    await withServer([process.execPath, 'bundle/main.js'], { cwd: root, env }, async baseUrl => {
      const { stdout } = spawnSync(process.execPath, ['bundle/operator.js', 'doctor', '--json'], { cwd: root, env })
      findings = JSON.parse(String(stdout)).findings
      const read = "console.log((await fetch(process.argv[1])).headers.get('strict-transport-security'))"
      const header = spawnSync(process.execPath, ['--input-type=module', '--eval', read, baseUrl], { cwd: root, env })
      if (!String(header.stdout).startsWith('max-age='))
        throw new Failure(`behind ${name} Strict-Transport-Security is missing`)
      if (meets)
        await run(process.execPath, ['bundle/conformance/demo/run.js', '--base-url', baseUrl], { cwd: root, env })
    })
  } finally {
    proxy.kill('SIGTERM')
    await gone
  }
  return findings
}

async function tryProxy(name) {
  for (const file of PROXIES[name].files) {
    const prefix = file.includes('-prefix') ? '/social' : ''
    const ports = { port: await freePort(), inner: await freePort(), meets: true }
    const findings = await examine(name, fitted(file, ports), prefix, ports)
    for (const check of LOOKED_AT) {
      const found = findings.find(finding => finding.check === check)
      if (found?.state !== 'ok') throw new Failure(`behind ${file}: ${check}: ${found?.reported ?? 'not checked'}`)
    }
    process.stdout.write(`behind ${file} all is well: ${LOOKED_AT.join(', ')}\n`)
  }
}

/** Each relevant line of the block is removed in turn, and the doctor must notice. */
async function tryBadNginx() {
  const spoilt = [
    {
      check: 'streaming',
      spoil: block => block.replace('proxy_buffering off;', 'proxy_ignore_headers X-Accel-Buffering;'),
    },
    { check: 'host header', spoil: block => block.replace(/proxy_set_header Host .*;/, '') },
    { check: 'forwarded addresses', spoil: block => block.replace(/X-Forwarded-For .*;/, 'X-Forwarded-For "";') },
  ]
  const ports = { port: await freePort(), inner: await freePort(), meets: false }
  const block = spoilt.reduce((text, { spoil }) => spoil(text), fitted('nginx.conf', ports))
  const findings = await examine('nginx', block, '', ports)
  for (const { check } of spoilt) {
    const found = findings.find(finding => finding.check === check)
    if (found?.state !== 'change')
      throw new Failure(`the doctor does not notice a bad nginx: ${check}: ${found?.reported}`)
    process.stdout.write(`a bad nginx is found out: ${check}: ${found.reported}\n`)
  }
}

try {
  for (const name of ['body', 'proxy', 'a', 'b', 'c']) mkdirSync(path.join(folder, name), { mode: 0o777 })
  for (const file of ['traefik.yaml', 'traefik-prefix.yaml'])
    parse(readFileSync(path.join(root, 'deploy/proxies', file), 'utf8'))
  process.stdout.write('skipped: Debian has no Traefik; its files are YAML\n')
  await exitWithOutcome(async () => {
    for (const name of Object.keys(PROXIES)) {
      if (process.argv[2] && process.argv[2] !== name) continue
      if (!isInstalled(name)) process.stdout.write(`skipped: ${name} is not installed\n`)
      else await tryProxy(name)
    }
    if ((process.argv[2] ?? 'nginx') === 'nginx' && isInstalled('nginx')) await tryBadNginx()
  })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
