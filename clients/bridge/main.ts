#!/usr/bin/env node
import { run } from './command-line.ts'
import { sayOf } from './refusal.ts'

// A host or a pipe that is gone reads no more.
process.stdout.on('error', () => process.exit(0))
try {
  process.exitCode = await run(process.argv.slice(2), process.env)
} catch (error) {
  process.stderr.write(`colloquy: ${sayOf(error)}\n`)
  process.exitCode = 1
}
