// When imported first, lets scripts import TypeScript sources directly, without type checks: the sources need neither
// be built nor compile.
import { register } from 'node:module'
import { fileURLToPath } from 'node:url'
import { isMainThread } from 'node:worker_threads'
import { withoutTypes } from '../build/transpile.mjs'

// Node loads this file again in its module hooks thread.
if (isMainThread) register(import.meta.url)

export async function load(url, context, next) {
  if (!/\.tsx?$/.test(url)) return next(url, context)
  const { code } = withoutTypes(fileURLToPath(url), 'as they stand')
  return { format: 'module', shortCircuit: true, source: code }
}
