import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

/** Makes the module that calls it one that `Asides` runs. */
export function answerAsides<Input, Output>(make: (input: Input) => Output): void {
  // Linux sets it for this thread alone, so that requests go first; elsewhere it would be the whole process.
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  parentPort?.on('message', (input: Input) => parentPort?.postMessage(make(input)))
}
