import { connect } from 'node:net'
import { join } from 'node:path'
import { databaseName } from './cluster.ts'
import { SUPERUSER } from './database-roles.ts'

/** A busy machine is slow to fork a backend; if nothing listens, that is known immediately. */
const patienceMs = 5000
const protocolVersion = 196_608
const cannotConnectNow = 'C57P03\0'

/** PostgreSQL's reaction to a startup packet; `silent` if none listens. */
export function probePostmaster(socketDir: string, port: number): Promise<'ready' | 'starting' | 'silent'> {
  return new Promise(resolve => {
    const socket = connect({ path: join(socketDir, `.s.PGSQL.${port}`) })
    socket.setTimeout(patienceMs, () => socket.destroy())
    socket.once('connect', () => socket.write(startupPacket()))
    socket.once('data', reply => {
      resolve(reply.includes(cannotConnectNow) ? 'starting' : 'ready')
      socket.destroy()
    })
    socket.on('error', () => undefined)
    socket.once('close', () => resolve('silent'))
  })
}

function startupPacket(): Buffer {
  const body = Buffer.from(`user\0${SUPERUSER}\0database\0${databaseName}\0\0`)
  const head = Buffer.alloc(8)
  head.writeInt32BE(head.length + body.length, 0)
  head.writeInt32BE(protocolVersion, 4)
  return Buffer.concat([head, body])
}
