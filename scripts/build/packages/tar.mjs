// Packs files like npm: the same files give the same bytes on every machine.
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

/** Gzip without compression, whose output differs between machines. The operating system byte is "unknown". */
function gzip(tar) {
  const packed = gzipSync(tar, { level: 0 })
  packed[9] = 255
  return packed
}

/** The archive of a package from names and texts; `programs` are executable. */
export function packTar(files, programs = []) {
  const entries = files.map(([name, text]) =>
    entry(`package/${name}`, Buffer.from(text), programs.includes(name) ? 0o755 : 0o644),
  )
  return gzip(Buffer.concat([...entries, Buffer.alloc(2 * BLOCK)]))
}
