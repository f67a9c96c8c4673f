// Where each thread of `Asides` begins, with the URL of its module, which exports `make`.
import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'

// Linux sets it for this thread alone, so that requests go first; elsewhere it would be the whole process. To read the
// module takes longer than most of what it then makes.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
const { make } = (await import(workerData as string)) as { make(input: unknown): unknown }
parentPort?.on('message', input => parentPort?.postMessage(make(input)))
