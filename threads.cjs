// Loaded ahead of everything: libuv reads the size of its thread pool once, when the first module file is read. The pool
// verifies signatures; with more threads than cores each verification costs two more switches (measured: 8 µs of 100).
const { availableParallelism } = require('node:os')

process.env.UV_THREADPOOL_SIZE ??= String(availableParallelism())
