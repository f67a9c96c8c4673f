// Packs the bridge like npm: the same bytes from the same files on every machine.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

const BLOCK = 512
/** The fixed time that npm uses, 1985-10-26. */
const MODIFIED = 499_162_500

/** One file in ustar format. */
function entry(name, content, mode) {
  const head = Buffer.alloc(BLOCK)
  const octal = (value, digits) => `${value.toString(8).padStart(digits, '0')}\0`
  head.write(name, 0, 100)
  head.write(octal(mode, 7), 100)
  head.write(octal(0, 7), 108)
  head.write(octal(0, 7), 116)
  head.write(octal(content.length, 11), 124)
  head.write(octal(MODIFIED, 11), 136)
  head.write(' '.repeat(8), 148)
  head.write('0', 156)
  head.write('ustar\0', 257)
  head.write('00', 263)
  head.write(
    `${octal(
      head.reduce((sum, byte) => sum + byte),
      6,
    )} `,
    148,
  )
  return Buffer.concat([head, content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)])
}

/**
 * Stored without compression, whose output differs between machines. The byte for the operating system is "unknown".
 */
function gzip(tar) {
  const packed = gzipSync(tar, { level: 0 })
  packed[9] = 255
  return packed
}

/**
 * The bridge as a package: its manifest, with a version derived from the content, and the archive. `root` is the
 * repository, `folder` is the output of the build.
 */
export function packBridge(root, folder) {
  const built = path.join(root, folder, 'clients/bridge')
  const code = readdirSync(built, { recursive: true })
    .filter(name => name.endsWith('.js') && !name.endsWith('.test.js'))
    .map(name => [name.replaceAll('\\', '/'), readFileSync(path.join(built, name), 'utf8')])
    .map(([name, text]) => [name, text.replace(/^\/\/# sourceMappingURL=.*\n?/m, '')])
  const files = [
    ...code,
    ['README.md', readFileSync(path.join(root, 'clients/bridge/README.md'), 'utf8')],
    ['LICENSE', readFileSync(path.join(root, 'LICENSE'), 'utf8')],
  ].sort(([one], [other]) => (one < other ? -1 : 1))
  const described = JSON.parse(readFileSync(path.join(root, 'clients/bridge/package.json'), 'utf8'))
  // The bridge compares its version with that of the server.
  const digest = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 12)
  const manifest = `${JSON.stringify({ ...described, version: `${described.version}-build.${digest}` }, undefined, 2)}\n`
  const entries = [['package.json', manifest], ...files].map(([name, text]) =>
    entry(`package/${name}`, Buffer.from(text), name === described.bin.colloquy ? 0o755 : 0o644),
  )
  return { manifest, archive: gzip(Buffer.concat([...entries, Buffer.alloc(2 * BLOCK)])) }
}
