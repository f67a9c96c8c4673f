// postgres 3.4.9 ends the process when a connection dies while a small write waits for its turn, and a connection that
// was reused after that never writes again (porsager/postgres#1154, #1168, #1208). Until a release has the fix, the
// build applies it to the installed package: a write without a socket fails its query, and closing forgets the write. Nor may a
// connection that dies while it asks for the array types or its state, which nobody awaits, end the process, or leave
// half a result to the next one.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const CONNECTION_REPLACEMENTS = [
  [
    `  function nextWrite(fn) {
    const x = socket.write(chunk, fn)
    nextWriteTimer !== null && clearImmediate(nextWriteTimer)
    chunk = nextWriteTimer = null
    return x
  }`,
    `  function nextWrite(fn) {
    const held = chunk
    forgetWrite()
    if (socket === null)
      return error(Errors.connection('CONNECTION_CLOSED', options)), false
    return socket.write(held, fn)
  }

  function forgetWrite() {
    nextWriteTimer !== null && clearImmediate(nextWriteTimer)
    chunk = nextWriteTimer = null
  }`,
  ],
  [
    `      error(Errors.connection('CONNECTION_DESTROYED', options))

    clearImmediate(nextWriteTimer)`,
    `      error(Errors.connection('CONNECTION_DESTROYED', options))

    forgetWrite()`,
  ],
  [
    `    incomings = null
    clearImmediate(nextWriteTimer)`,
    `    incomings = null
    forgetWrite()`,
  ],
  ['        return fetchArrayTypes()\n', '        return fetchArrayTypes().catch(() => { needsTypes = true })\n'],
  [
    "error(Errors.connection('CONNECTION_CLOSED', options, socket))\n    closedTime =",
    `error(Errors.connection('CONNECTION_CLOSED', options, socket))
    query = results = errorResponse = null
    result = new Result()
    rows = 0
    closedTime =`,
  ],
  // A query that comes between a socket's error and its close would be forgotten, and never settled.
  ['    !hadError && (query || sent.length) && error(', '    if (query || sent.length) error('],
  ['    query.execute()\n  }', '    query.execute().catch(() => { /* the connection is lost */ })\n  }'],
  // The rows that came before an error would leave as many holes ahead of the next query's.
  [
    '    result = new Result()\n    connectTimer.cancel()',
    '    result = new Result()\n    rows = 0\n    connectTimer.cancel()',
  ],
]

// A query's closures over its resolvers chain it, once one of them is in old space, to the queries after it: under load
// all of them and their results live until the next full collection. Measured: half of what a scavenge kept.
const QUERY_REPLACEMENTS = [
  [
    `    this.resolve = x => (this.active = false, resolve(x))
    this.reject = x => (this.active = false, reject(x))
`,
    `    this.settle = resolve
    this.fail = reject
`,
  ],
  [
    '  get origin() {',
    `  resolve(x) {
    this.active = false
    this.settle(x)
  }

  reject(x) {
    this.active = false
    this.fail(x)
  }

  get origin() {`,
  ],
]

/** Patches the installed driver, where it is not yet; throws where it is another version than the one this fits. */
export function patchPostgres(root) {
  const source = path.join(root, 'node_modules/postgres/src')
  patch(path.join(source, 'connection.js'), CONNECTION_REPLACEMENTS)
  patch(path.join(source, 'query.js'), QUERY_REPLACEMENTS)
}

function patch(file, replacements) {
  const source = readFileSync(file, 'utf8')
  const patched = replacements.reduce((text, [from, to]) => {
    if (text.includes(to)) return text
    if (!text.includes(from)) throw new Error('patches/postgres.mjs does not fit the installed postgres')
    return text.replace(from, () => to)
  }, source)
  if (patched !== source) writeFileSync(file, patched)
}
