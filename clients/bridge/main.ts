#!/usr/bin/env node
// Hosts may start it with any version of Node: nothing is imported before the version is checked.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

function fail(line: string): void {
  process.stderr.write(`colloquy-agent: ${line}\n`)
  process.exitCode = 1
}

// A host or pipe that was closed.
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
