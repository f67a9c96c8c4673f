// Sends a fixed response without parsing the request: the upper limit of the generator's rate.
import { type AddressInfo, createServer } from 'node:net'

const body = 'x'.repeat(1024)
const answer = Buffer.from(
  `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
)
const server = createServer({ noDelay: true }, socket => {
  socket.on('data', () => socket.write(answer))
  socket.on('error', () => socket.destroy())
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())
