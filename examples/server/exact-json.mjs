/** JSON read exactly: an object is a Map in the order it came, a number keeps its spelling. */
export class Malformed extends Error {}

/** Of a number: as it is written. */
export class Numeral {
  constructor(text) {
    this.text = text
  }
}

const DEPTH = 64
const SPACE = /[ \t\n\r]*/y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])/y
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const WORDS = { true: true, false: false, null: null }

export function parseExactly(text) {
  let at = 0
  const fail = why => {
    throw new Malformed(why)
  }
  const take = pattern => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    if (found !== undefined) at += found.length
    return found
  }
  const next = () => {
    take(SPACE)
    return text[at]
  }
  const string = () => {
    const value = JSON.parse(take(STRING) ?? fail('a string that is none'))
    return value.isWellFormed() ? value : fail('a lone surrogate')
  }
  const number = () => {
    const lexeme = take(NUMBER) ?? fail('no JSON')
    return Number.isFinite(Number(lexeme)) ? new Numeral(lexeme) : fail('a number beyond all doubles')
  }
  const list = (depth, close, item) => {
    at++
    if (next() === close) return void at++
    for (;;) {
      item(depth + 1)
      const mark = next()
      at++
      if (mark === close) return
      if (mark !== ',') fail('neither a comma nor an end')
    }
  }
  const value = depth => {
    const begins = next()
    if (depth > DEPTH) fail('nested too deeply')
    if (begins === '"') return string()
    if (begins === '[') {
      const items = []
      list(depth, ']', inner => items.push(value(inner)))
      return items
    }
    if (begins === '{') {
      const members = new Map()
      list(depth, '}', inner => {
        if (next() !== '"') fail('a key that is no string')
        const key = string()
        if (members.has(key)) fail('a key twice')
        if (next() !== ':') fail('no colon')
        at++
        members.set(key, value(inner))
      })
      return members
    }
    const word = Object.keys(WORDS).find(name => text.startsWith(name, at))
    if (word === undefined) return number()
    at += word.length
    return WORDS[word]
  }
  const whole = value(0)
  return next() === undefined ? whole : fail('something behind the value')
}

/** The canonical spelling of a value. */
export function write(value) {
  if (value instanceof Numeral) return value.text
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`
  if (value instanceof Map)
    return `{${[...value].map(([key, inner]) => `${JSON.stringify(key)}:${write(inner)}`).join(',')}}`
  return JSON.stringify(value)
}

/** As ordinary values. */
export function plain(value) {
  if (value instanceof Numeral) return Number(value.text)
  if (Array.isArray(value)) return value.map(plain)
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, inner]) => [key, plain(inner)]))
  return value
}
