// Executes deploy/Containerfile without a container builder: each stage runs on an overlay of this machine's root
// instead of its base image, in a temporary mount namespace. The result is started as CMD says: as its USER, without
// capabilities, on a read-only root, until its HEALTHCHECK passes and two agents have exchanged messages. Needs root.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { copyCheckout, exitWithOutcome, Failure, run } from '../checkout.mjs'

const checkout = path.join(import.meta.dirname, '../..')
const NAMESPACE = ['--mount', '--propagation', 'private']
const HEALTHY_WITHIN_MS = 300_000

/** `[{ word, text }]`: one entry per instruction, with continued lines joined. */
const instructions = () =>
  readFileSync(path.join(checkout, 'deploy/Containerfile'), 'utf8')
    .split('\n')
    .filter(line => !line.startsWith('#'))
    .join('\n')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => ({ word: line.split(' ')[0], text: line.slice(line.indexOf(' ') + 1).trim() }))

const mount = (...words) => execFileSync('mount', words)

function openStage(folder, name) {
  const [upper, work, root] = ['upper', 'work', 'root'].map(part => path.join(folder, name, part))
  for (const made of [upper, work, root]) mkdirSync(made, { recursive: true })
  mount('-t', 'overlay', 'overlay', '-o', `lowerdir=/,upperdir=${upper},workdir=${work}`, root)
  for (const system of ['dev', 'proc']) mount('--rbind', `/${system}`, path.join(root, system))
  return { root, workdir: '/', env: {}, user: '0:0' }
}

const asRoot = (stage, line) => ['chroot', stage.root, '/bin/sh', '-c', `cd ${stage.workdir} && ${line}`]

function copyInto(stages, stage, text, context) {
  const [, from, source, target] = /^(?:--from=(\S+) )?(\S+) (\S+)$/.exec(text)
  const there = path.join(stage.root, path.resolve(stage.workdir, target))
  mkdirSync(there, { recursive: true })
  cpSync(from ? path.join(stages.get(from).root, source) : path.join(context, source), there, {
    ...{ recursive: true, verbatimSymlinks: true },
  })
}

/** Executes the stages in order; returns the last one, as the image. */
async function build(folder, context) {
  const stages = new Map()
  let stage
  const acts = {
    FROM(text) {
      const name = / AS (\S+)$/.exec(text)?.[1] ?? 'image'
      stage = openStage(folder, name)
      stages.set(name, stage)
    },
    WORKDIR(text) {
      stage.workdir = text
      mkdirSync(path.join(stage.root, text), { recursive: true })
    },
    COPY: text => copyInto(stages, stage, text, context),
    async RUN(text) {
      process.stdout.write(`RUN ${text}\n`)
      const [program, ...words] = asRoot(stage, text)
      await run(program, words)
    },
    ENV: text => Object.assign(stage.env, Object.fromEntries(text.split(' ').map(pair => pair.split('=')))),
    USER: text => (stage.user = text),
    VOLUME: text => (stage.volume = text),
    CMD: text => (stage.command = JSON.parse(text)),
    HEALTHCHECK: text => (stage.healthcheck = JSON.parse(text.slice(text.indexOf('CMD ') + 4))),
    EXPOSE: () => {},
    STOPSIGNAL: text => (stage.signal = text),
  }
  for (const { word, text } of instructions()) {
    if (!acts[word]) throw new Failure(`the Containerfile has ${word}, which this script does not support`)
    await acts[word](text)
  }
  return stage
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  await new Promise(resolve => server.close(resolve))
  return port
}

/** The command that runs this in the container. */
function within(stage, words, more) {
  const [uid, gid] = stage.user.split(':')
  const env = Object.entries({ PATH: process.env.PATH, ...stage.env, ...more }).map(
    ([name, value]) => `${name}=${value}`,
  )
  const rights = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--no-new-privs', '--bounding-set=-all']
  const enter = ['/bin/sh', '-c', `cd ${stage.workdir} && exec "$@"`, 'sh']
  return ['chroot', stage.root, 'setpriv', ...rights, '--inh-caps=-all', ...enter, 'env', '-i', ...env, ...words]
}

async function untilHealthy(stage, settings, server) {
  const [program, ...words] = within(stage, stage.healthcheck, settings)
  for (let waited = 0; waited < HEALTHY_WITHIN_MS && server.exitCode === null; waited += 500) {
    if (spawnSync(program, words).status === 0) return
    await delay(500)
  }
  throw new Failure('the container did not become healthy')
}

async function serve(stage) {
  const [uid, gid] = stage.user.split(':')
  const owner = `uid=${uid},gid=${gid},mode=0700`
  mount('-t', 'tmpfs', '-o', owner, 'tmpfs', path.join(stage.root, stage.volume))
  mount('-t', 'tmpfs', '-o', 'mode=1777', 'tmpfs', path.join(stage.root, 'tmp'))
  mount('-o', 'remount,ro', stage.root)
  const settings = { PORT: String(await freePort()) }
  const writing = within(stage, ['touch', `${stage.workdir}/written`], settings)
  if (spawnSync(writing[0], writing.slice(1)).status === 0)
    throw new Failure('the root file system of the container is writable')
  const [program, ...words] = within(stage, stage.command, settings)
  const server = spawn(program, words, { stdio: ['ignore', 'ignore', 'inherit'] })
  const exited = once(server, 'exit')
  try {
    await untilHealthy(stage, settings, server)
    const demo = path.join(stage.root, stage.workdir, 'bundle/conformance/demo/run.js')
    await run(process.execPath, [demo, '--base-url', `http://127.0.0.1:${settings.PORT}`])
  } finally {
    server.kill(stage.signal)
    await exited
  }
  if (server.exitCode !== 0) throw new Failure(`the container ended with ${server.exitCode}`)
}

async function inside(folder) {
  mount('-t', 'tmpfs', 'tmpfs', folder)
  const context = path.join(folder, 'context')
  copyCheckout(context)
  const stage = await build(folder, context)
  await serve(stage)
  process.stdout.write('the container was built, became healthy on a read-only root, and served two agents\n')
}

if (process.argv[2]) await exitWithOutcome(() => inside(process.argv[2]))
else {
  const isAble = process.getuid() === 0 && spawnSync('unshare', [...NAMESPACE, 'true']).status === 0
  if (isAble) {
    const folder = mkdtempSync(path.join(tmpdir(), 'colloquy-container-'))
    const { status } = spawnSync('unshare', [...NAMESPACE, process.execPath, import.meta.filename, folder], {
      stdio: 'inherit',
    })
    rmSync(folder, { recursive: true, force: true })
    process.exitCode = status ?? 1
  } else process.stdout.write('skipped: the steps of the Containerfile need root and mount namespaces\n')
}
