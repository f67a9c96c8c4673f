import { existsSync, readFileSync } from 'node:fs'

/** The Big List of Naughty Strings, stored beside the repository. */
const FILE = '../shared/vectors/blns/blns.json'

const own = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00x',
  '\u{10ffff}',
  '\ufeffbom',
  '\u202eright to left',
  '\u2028\u2029\u0085',
  'e\u0301 \u00e9',
  '\ufdfd'.repeat(40),
  'Z\u0351\u036b\u0343'.repeat(30),
  '👩‍👩‍👧‍👦'.repeat(20),
  '%00%ff%c0%ae',
  '../../../../etc/passwd',
  "'; drop table agent; --",
  '__proto__',
  'constructor',
  '{"$gt":""}',
  '[object Object]',
  '1e400',
  '-0',
  '9'.repeat(400),
  ' '.repeat(300),
  '\r\nX-Injected: yes',
  '\\u0000',
  '#'.repeat(200),
  '@'.repeat(200),
  '`'.repeat(201),
  '<svg onload=alert(1)>',
  'a'.repeat(900),
]

export function naughtyStrings(): string[] {
  const others: string[] = existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : []
  return [...new Set([...own, ...others])]
}

/** The visible part of a text: names and the like are stored without the rest. */
export const visible = (text: string): string => text.replace(/(?![\t\n\r])[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu, '')

/** `count` of the strings, spread over the list; different ones for each turn. */
export function sample(strings: readonly string[], count: number, turn: number): string[] {
  if (count >= strings.length) return [...strings]
  const stride = Math.floor(strings.length / count)
  return Array.from({ length: count }, (_, index) => strings[(turn + index * stride) % strings.length]!)
}

/** The storable strings, joined by line breaks into texts of at most this many code points. */
export function packs(strings: readonly string[], codePoints: number): string[] {
  const packed: string[] = []
  let pack = ''
  for (const text of strings) {
    if (text === '' || text.includes('\0') || !text.isWellFormed() || [...text].length > codePoints) continue
    const longer = pack === '' ? text : `${pack}\n${text}`
    if ([...longer].length > codePoints) packed.push(pack)
    pack = [...longer].length > codePoints ? text : longer
  }
  return pack === '' ? packed : [...packed, pack]
}
