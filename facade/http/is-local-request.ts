import type { IncomingMessage } from 'node:http'
import type { Installation } from '../../tools/core/context.ts'
import { isLoopbackUrl } from '../../tools/core/loopback.ts'

const LOOPBACK_PEER = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/
const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i
const FORWARDED = /^(forwarded|via|x-real-ip|x-forwarded-.*)$/

/**
 * Whether a process of this machine asks by itself. No request proves that: a proxy that adds no header, a TCP or TLS
 * terminator and `ssh -R` make everybody a loopback peer. So nobody is where the base URL is an address of others; where
 * it is loopback, what a forwarding program shows (its headers, a foreign `Host`, HTTP/1.0) is refused besides.
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
