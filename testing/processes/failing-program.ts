// Loaded before a program that a test brings down: on SIGUSR2 it allocates memory until there is none, on SIGHUP it
// blocks, by a wait that never ends and costs nothing.
const held: unknown[][] = []
const never = new Int32Array(new SharedArrayBuffer(4))

process.on('SIGUSR2', () => {
  // In steps so large that V8 gives up at once, and does not collect for minutes what is nearly nothing.
  for (;;) held.push(new Array(30_000_000))
})

process.on('SIGHUP', () => {
  Atomics.wait(never, 0, 0)
})
