import { MessageChannel } from 'node:worker_threads'

const { port1: closed } = new MessageChannel()
closed.close()

/** What is smaller lies in a pool with others, or is not worth it. */
const LARGE_BYTES = 16 * 1024

/**
 * Gives back the memory of what nobody will read again, at once: it is empty from then on. Left to V8, 64 MB of such
 * start a collection of the whole heap (measured: six a second while large bodies come in, each 20 ms of the event loop).
 * What is sent with a message leaves its sender, also where the port is closed and the message arrives nowhere.
 */
export function detachBuffer({ buffer, byteLength }: Buffer): void {
  if (byteLength < LARGE_BYTES || buffer.byteLength !== byteLength || !(buffer instanceof ArrayBuffer)) return
  closed.postMessage(undefined, [buffer])
}
