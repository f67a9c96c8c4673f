// Loaded ahead of a program that a test brings down: SIGUSR2 has it take memory until it has none, SIGHUP stand still.
const held: unknown[][] = []

process.on('SIGUSR2', () => {
  // In steps so large that V8 gives up at once, and does not collect for minutes what is nearly nothing.
  for (;;) held.push(new Array(30_000_000))
})

process.on('SIGHUP', () => {
  for (;;);
})
