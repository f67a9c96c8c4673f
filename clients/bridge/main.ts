#!/usr/bin/env node
// Hosts start it with whatever Node they find: nothing is imported before that is known to be new enough.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

function fail(line: string): void {
  process.stderr.write(`colloquy: ${line}\n`)
  process.exitCode = 1
}

// A host or a pipe that is gone reads no more.
process.stdout.on('error', () => process.exit(0))
if (major < 20 || (major === 20 && minor < 19)) {
  fail(`Node 20.19 or newer is needed, and this is ${process.versions.node}`)
} else {
  try {
    const { run } = await import('./command-line.ts')
    process.exitCode = await run(process.argv.slice(2), process.env)
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error))
  }
}
