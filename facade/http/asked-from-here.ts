import type { IncomingMessage } from 'node:http'

const LOOPBACK_PEER = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/
const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i
const FORWARDED = /^(forwarded|via|x-real-ip|x-forwarded-.*)$/

/**
 * Whether a process of this machine asks by itself. A proxy on this machine makes everyone a loopback peer: it shows in
 * its headers, in a foreign `Host`, or in HTTP/1.0, which nginx speaks where it is told to add no header.
 */
export function isAskedFromHere({ socket, headers, httpVersion }: IncomingMessage): boolean {
  return (
    httpVersion === '1.1' &&
    LOOPBACK_PEER.test(socket.remoteAddress ?? '') &&
    LOOPBACK_HOST.test(headers.host ?? '') &&
    !Object.keys(headers).some(name => FORWARDED.test(name))
  )
}
