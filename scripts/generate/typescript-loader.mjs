// When imported first, lets scripts import TypeScript sources directly, without type checks: the sources need neither
// be built nor compile.
import { readFileSync } from 'node:fs'
import { register } from 'node:module'
import { fileURLToPath } from 'node:url'
import { isMainThread } from 'node:worker_threads'
import { transformSync } from '@swc/wasm'

// Node loads this file again in its module hooks thread.
if (isMainThread) register(import.meta.url)

export async function load(url, context, next) {
  if (!/\.tsx?$/.test(url)) return next(url, context)
  const { code } = transformSync(readFileSync(fileURLToPath(url), 'utf8'), {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: url.endsWith('x') },
      transform: { verbatimModuleSyntax: true, react: { runtime: 'automatic', importSource: 'preact' } },
    },
    module: { type: 'es6' },
  })
  return { format: 'module', shortCircuit: true, source: code }
}
