import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import { requireStatus } from '../../assertions/problems.ts'
import { prefix } from '../../clients/rest.ts'
import { defineScenario, type Stage } from '../../scenario.ts'

const list = z.looseObject({
  clients: z.array(
    z.looseObject({
      name: z.string(),
      version: z.string(),
      command: z.string(),
      url: z.string(),
      bytes: z.int(),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
})
const manifest = z.looseObject({ name: z.string(), version: z.string(), bin: z.record(z.string(), z.string()) })

export const clients = defineScenario('clients', async ({ check, world }) => {
  const listed = requireStatus(await world.door.send({ path: '/clients' }), 200).as(list)
  await check('the packages are listed, also in discovery.json', ['CLIENT-1', 'CLIENT-2', 'CLIENT-3', 'CLIENT-4', 'CLIENT-5'], async () => {
    const found = (await world.door.send({ path: `${prefix}/discovery.json` })).data
    deepEqual(found.clients, listed.clients)
    ok(Object.values(found.urls as object).includes(`${world.publicUrl}/clients`))
    for (const { command, name, url } of listed.clients) {
      ok(url.startsWith(`${world.publicUrl}/`), url)
      ok(command.includes(url) && command.includes(name), command)
    }
  })
  for (const client of listed.clients) {
    await checkPackage({ check, world }, { ...client, path: client.url.slice(world.publicUrl.length) })
  }
  await check('the bridge is an npm package without dependencies', ['CLIENT-13', 'CLIENT-14', 'CLIENT-16'], async () => {
    const bridge = listed.clients.find(({ name }) => name === 'colloquy')
    ok(bridge, 'there is no bridge')
    const { bytes } = await world.door.send({ path: bridge.url.slice(world.publicUrl.length) })
    const { name, version, bin, ...more } = manifest.parse(JSON.parse(fileIn(gunzipSync(bytes), 'package/package.json')))
    deepEqual([name, version], [bridge.name, bridge.version])
    ok(bin[name] && fileIn(gunzipSync(bytes), `package/${bin[name]}`).startsWith('#!'))
    for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies']) ok(!(kind in more), kind)
  })
})

interface Package {
  name: string
  path: string
  bytes: number
  sha256: string
}

async function checkPackage({ check, world }: Pick<Stage, 'check' | 'world'>, { name, path, bytes, sha256 }: Package) {
  const get = (query = '', headers = {}) => world.door.send({ path: `${path}${query}`, headers })
  await check(`${name} is what its digest says`, ['CLIENT-6', 'CLIENT-7', 'CLIENT-8', 'CLIENT-9'], async () => {
    const reply = requireStatus(await get(), 200)
    equal(reply.type, 'application/gzip')
    equal(reply.bytes.length, bytes)
    equal(createHash('sha256').update(reply.bytes).digest('hex'), sha256)
    equal(reply.headers['content-digest'], `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`)
  })
  await check(`${name} need not be read again while it is the same`, ['CLIENT-10'], async () => {
    const tag = String((await get()).headers.etag)
    match(tag, /^"[^"]+"$/)
    const again = requireStatus(await get('', { 'If-None-Match': tag }), 304)
    equal(again.bytes.length, 0)
    requireStatus(await get('', { 'If-None-Match': '"another"' }), 200)
  })
  await check(`${name} may be kept for good at the address that names its digest`, ['CLIENT-11', 'CLIENT-12'], async () => {
    equal((await get(`?v=${sha256}`)).headers['cache-control'], 'public, max-age=31536000, immutable')
    for (const query of ['', `?v=${'0'.repeat(64)}`]) {
      equal((await get(query)).headers['cache-control'], 'public, max-age=300')
    }
  })
}

/** A file of an archive as ustar has it. */
function fileIn(tar: Buffer, wanted: string): string {
  const text = (start: number, length: number) => tar.toString('utf8', start, start + length).replace(/\0.*$/s, '')
  for (let at = 0; at + 512 <= tar.length && tar[at] !== 0; ) {
    const size = Number.parseInt(text(at + 124, 12), 8)
    if (text(at, 100) === wanted) return tar.toString('utf8', at + 512, at + 512 + size)
    at += 512 + Math.ceil(size / 512) * 512
  }
  throw new Error(`there is no ${wanted}`)
}
