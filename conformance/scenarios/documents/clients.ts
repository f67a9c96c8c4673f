import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import { requireStatus } from '../../assertions/problems.ts'
import { prefix } from '../../clients/rest.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'

const list = z.looseObject({
  clients: z.array(
    z.looseObject({
      name: z.string(),
      version: z.string(),
      command: z.string().optional(),
      install: z.string().optional(),
      url: z.string(),
      bytes: z.int(),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
})
const manifest = z.looseObject({ name: z.string(), version: z.string() })
const program = manifest.extend({ bin: z.record(z.string(), z.string()) })
const library = manifest.extend({ exports: z.object({ '.': z.object({ types: z.string(), default: z.string() }) }) })

export const clients = defineScenario('clients', async ({ check, world }) => {
  const listed = requireStatus(await world.http.send({ path: '/clients' }), 200).as(list)
  await check(
    'the packages are listed, also in discovery.json',
    ['CLIENT-1', 'CLIENT-2', 'CLIENT-3', 'CLIENT-4', 'CLIENT-5', 'CLIENT-17'],
    async () => {
      const found = (await world.http.send({ path: `${prefix}/discovery.json` })).data
      deepEqual(found.clients, listed.clients)
      ok(Object.values(found.urls as object).includes(`${world.publicUrl}/clients`))
      for (const { command, install, name, url } of listed.clients) {
        ok(url.startsWith(`${world.publicUrl}/`), url)
        ok((command === undefined) !== (install === undefined), name)
        if (command !== undefined) ok(command.includes(url) && command.includes(name), command)
        if (install !== undefined) ok(install.endsWith(` ${url}`), install)
      }
    },
  )
  for (const client of listed.clients) {
    await checkPackage({ check, world }, { ...client, path: client.url.slice(world.publicUrl.length) })
  }
  await check('the bridge is an npm package without dependencies', ['CLIENT-13', 'CLIENT-14', 'CLIENT-16'], async () => {
    const bridge = listed.clients.find(({ name }) => name === 'colloquy-agent')
    ok(bridge, 'there is no bridge')
    const { bytes } = await world.http.send({ path: bridge.url.slice(world.publicUrl.length) })
    const { name, version, bin, ...more } = program.parse(JSON.parse(fileIn(gunzipSync(bytes), 'package/package.json')))
    deepEqual([name, version], [bridge.name, bridge.version])
    ok(bin[name] && fileIn(gunzipSync(bytes), `package/${bin[name]}`).startsWith('#!'))
    for (const kind of DEPENDENCIES) ok(!(kind in more), kind)
  })
  await check('the clients for TypeScript and Python can be installed', ['CLIENT-18', 'CLIENT-19'], async () => {
    const read = async (wanted: string) => {
      const found = listed.clients.find(({ name }) => name === wanted)
      ok(found, `there is no ${wanted}`)
      const path = found.url.slice(world.publicUrl.length)
      return { ...found, path, bytes: (await world.http.send({ path })).bytes }
    }
    const npm = await read('@colloquy/client')
    const tar = gunzipSync(npm.bytes)
    const { exports, version, ...more } = library.parse(JSON.parse(fileIn(tar, 'package/package.json')))
    equal(version, npm.version)
    for (const file of Object.values(exports['.'])) ok(fileIn(tar, `package/${file.replace(/^\.\//, '')}`))
    for (const kind of DEPENDENCIES) ok(!(kind in more), kind)
    const wheel = await read('colloquy')
    ok(wheel.path.endsWith(`/colloquy-${wheel.version}-py3-none-any.whl`), wheel.path)
    ok(wheel.bytes.includes(`colloquy-${wheel.version}.dist-info/METADATA`))
    const short = requireStatus(await world.http.send({ path: '/clients/colloquy.whl' }), 302)
    equal(short.headers.location, wheel.url)
  })
})

const DEPENDENCIES = ['dependencies', 'peerDependencies', 'optionalDependencies']

interface Package {
  name: string
  path: string
  bytes: number
  sha256: string
}

async function checkPackage({ check, world }: Pick<ScenarioContext, 'check' | 'world'>, { name, path, bytes, sha256 }: Package) {
  const get = (query = '', headers = {}) => world.http.send({ path: `${path}${query}`, headers })
  await check(`${name} matches its digest`, ['CLIENT-6', 'CLIENT-7', 'CLIENT-8', 'CLIENT-9'], async () => {
    const reply = requireStatus(await get(), 200)
    equal(reply.type, path.endsWith('.whl') ? 'application/zip' : 'application/gzip')
    equal(reply.bytes.length, bytes)
    equal(createHash('sha256').update(reply.bytes).digest('hex'), sha256)
    equal(reply.headers['content-digest'], `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`)
  })
  await check(`${name} is not transferred again while it is unchanged`, ['CLIENT-10'], async () => {
    const tag = String((await get()).headers.etag)
    match(tag, /^"[^"]+"$/)
    const again = requireStatus(await get('', { 'If-None-Match': tag }), 304)
    equal(again.bytes.length, 0)
    requireStatus(await get('', { 'If-None-Match': '"another"' }), 200)
  })
  await check(`${name} is immutable at the URL with its digest`, ['CLIENT-11', 'CLIENT-12'], async () => {
    equal((await get(`?v=${sha256}`)).headers['cache-control'], 'public, max-age=31536000, immutable')
    for (const query of ['', `?v=${'0'.repeat(64)}`]) {
      equal((await get(query)).headers['cache-control'], 'public, max-age=300')
    }
  })
}

/** A file of a ustar archive. */
function fileIn(tar: Buffer, wanted: string): string {
  const text = (start: number, length: number) => tar.toString('utf8', start, start + length).replace(/\0.*$/s, '')
  for (let at = 0; at + 512 <= tar.length && tar[at] !== 0; ) {
    const size = Number.parseInt(text(at + 124, 12), 8)
    if (text(at, 100) === wanted) return tar.toString('utf8', at + 512, at + 512 + size)
    at += 512 + Math.ceil(size / 512) * 512
  }
  throw new Error(`there is no ${wanted}`)
}
