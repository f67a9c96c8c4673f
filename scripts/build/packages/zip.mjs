// Packs files as a zip archive without compression: the same files give the same bytes on every machine.
import { crc32 } from 'node:zlib'

/** 1980-01-01, the earliest date of the format. */
const MODIFIED = [0, 0x21]
const VERSION = 20
/** A regular file that is readable by all, created on Unix. */
const MODE = (0o100644 << 16) >>> 0

/** The fields that a file header and its directory entry share. */
function fields(name, content) {
  const head = Buffer.alloc(26)
  head.writeUInt16LE(VERSION, 0)
  head.writeUInt16LE(0x0800, 2) // the name is UTF-8
  head.writeUInt16LE(MODIFIED[0], 6)
  head.writeUInt16LE(MODIFIED[1], 8)
  head.writeUInt32LE(crc32(content), 10)
  head.writeUInt32LE(content.length, 14)
  head.writeUInt32LE(content.length, 18)
  head.writeUInt16LE(Buffer.byteLength(name), 22)
  return head
}

const signed = signature => Buffer.from(`PK${signature}`, 'latin1')

function directoryEntry(name, common, offset) {
  const more = Buffer.alloc(14)
  more.writeUInt32LE(MODE, 6)
  more.writeUInt32LE(offset, 10)
  const made = Buffer.from([VERSION, 3])
  return Buffer.concat([signed('\x01\x02'), made, common, more, Buffer.from(name)])
}

/** Names and texts, in this order. */
export function packZip(files) {
  const [parts, directory] = [[], []]
  let offset = 0
  for (const [name, text] of files) {
    const content = Buffer.from(text)
    const common = fields(name, content)
    const part = Buffer.concat([signed('\x03\x04'), common, Buffer.from(name), content])
    directory.push(directoryEntry(name, common, offset))
    parts.push(part)
    offset += part.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, listed, signed('\x05\x06'), end])
}
