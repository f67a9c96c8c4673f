import { openPen } from './pen.ts'

/** How many numbers each command takes at a time. */
const TAKEN: Readonly<Record<string, number>> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 }
const COMMAND = /[\s,]*([a-z])/iy
const NUMBER = /[\s,]*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)/iy
const FLAG = /[\s,]*([01])/y

/** A length that the path does not exceed; Infinity where it does not parse, since renderers differ in how far they go. */
export function pathLength(data: string): number {
  const scanner = openScanner(data.trim())
  const pen = openPen()
  while (!scanner.isAtEnd()) {
    const command = scanner.take(COMMAND)
    const letter = command?.toLowerCase() ?? ''
    if (TAKEN[letter] === undefined) return Infinity
    const isRelative = command === letter
    let given = scanner.numbers(letter)
    if (!given) return Infinity
    pen.draw(letter, given, isRelative)
    while (letter !== 'z' && (given = scanner.numbers(letter)))
      pen.draw(letter === 'm' ? 'l' : letter, given, isRelative)
  }
  return pen.length()
}

function openScanner(data: string) {
  let at = 0
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(data)?.[1]
    if (found !== undefined) at = pattern.lastIndex
    return found
  }
  return {
    take,
    isAtEnd: () => at >= data.length,
    /** What a command takes once; `undefined` where it is not there. Flags of an arc need nothing between them. */
    numbers(letter: string): number[] | undefined {
      const taken: number[] = []
      for (let place = 0; place < TAKEN[letter]!; place++) {
        const word = take(letter === 'a' && (place === 3 || place === 4) ? FLAG : NUMBER)
        if (word === undefined) return undefined
        taken.push(Number(word))
      }
      return taken
    },
  }
}
