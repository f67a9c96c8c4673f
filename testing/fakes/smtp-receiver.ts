import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface ReceivedMail {
  from: string
  to: string
  /** Headers and text, as received. */
  message: string
}

export interface SmtpReceiver {
  url: string
  received: ReceivedMail[]
  /** The server's reply to a recipient: '250' accepts it; `undefined` leaves the client waiting. */
  answer: (to: string) => string | undefined
  close(): Promise<void>
}

/** An SMTP server that stores the messages it receives. */
export async function startSmtpReceiver(): Promise<SmtpReceiver> {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    talk(socket, receiver)
  })
  const receiver: SmtpReceiver = {
    url: '',
    received: [],
    answer: () => '250 taken',
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  receiver.url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  return receiver
}

function talk(socket: Socket, receiver: SmtpReceiver): void {
  const say = (line: string | undefined) => line !== undefined && socket.write(`${line}\r\n`)
  let held = ''
  let mail: ReceivedMail | undefined
  let isData = false
  const hear = (line: string) => {
    const [verb = ''] = line.toUpperCase().split(' ')
    const address = /<([^>]*)>/.exec(line)?.[1] ?? ''
    if (verb === 'MAIL') mail = { from: address, to: '', message: '' }
    if (verb === 'RCPT') {
      mail!.to = address
      return say(receiver.answer(address))
    }
    isData = verb === 'DATA'
    say(isData ? '354 go on' : verb === 'QUIT' ? '221 bye' : '250 ok')
    return verb === 'QUIT' ? socket.end() : undefined
  }
  const read = (line: string) => {
    if (!isData) return void hear(line)
    if (line !== '.') {
      mail!.message += `${line}\n`
      return
    }
    isData = false
    receiver.received.push(mail!)
    say('250 kept')
  }
  socket.on('error', () => {})
  socket.on('data', chunk => {
    const lines = (held + chunk).split('\r\n')
    held = lines.pop()!
    for (const line of lines) read(line)
  })
  say('220 here')
}
