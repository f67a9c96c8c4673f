import type { IncomingMessage } from 'node:http'
import type { Installation } from '../../tools/core/context.ts'
import { isLoopbackUrl } from '../../tools/core/network/loopback.ts'

const LOOPBACK_PEER = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/
const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i
const FORWARDED = /^(forwarded|via|x-real-ip|x-forwarded-.*)$/

/**
 * Whether a request comes directly from a process on this machine. No request proves this: a proxy without headers, a
 * TCP or TLS terminator and `ssh -R` make every client a loopback peer. Therefore no request is local if the base URL
 * is public; if it is loopback, requests with signs of forwarding (its headers, a foreign `Host`, HTTP/1.0) are
 * rejected too.
 */
export function isLocalRequest(
  { socket, headers, httpVersion }: IncomingMessage,
  { baseUrl }: Pick<Installation, 'baseUrl'>,
): boolean {
  return (
    isLoopbackUrl(baseUrl) &&
    httpVersion === '1.1' &&
    LOOPBACK_PEER.test(socket.remoteAddress ?? '') &&
    LOOPBACK_HOST.test(headers.host ?? '') &&
    !Object.keys(headers).some(name => FORWARDED.test(name))
  )
}
