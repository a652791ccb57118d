// The websocket server the clients connect to.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { openConnection } from './connection.ts'
import { faultsFor } from '../faults/faults.ts'
import { onClose, onLogin } from './login.ts'
import type { SimulatorState } from '../model.ts'
import { onStanza } from './stanzas.ts'

export interface WhatsAppServer {
  server: Server
  port: number
  close(): Promise<void>
}

export async function startWhatsAppServer(state: SimulatorState, port: number): Promise<WhatsAppServer> {
  const server = createServer((_request, response) => response.writeHead(426).end())
  const open = new Set<Duplex>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    const { upgrade, upgradeStatus } = faultsFor(state.faults)
    if (upgrade === 'silent') return
    if (upgrade === 'hang-up') return void socket.destroy()
    if (upgrade === 'garbage') return void socket.end('\u0000 not HTTP at all\r\n\r\n')
    if (upgrade === 'refuse') {
      const lines = [
        `HTTP/1.1 ${upgradeStatus} Refused`,
        'Location: /elsewhere',
        'Connection: close',
        'Content-Length: 0'
      ]
      return void socket.end(`${lines.join('\r\n')}\r\n\r\n`)
    }
    sockets.handleUpgrade(request, socket, head, (ws) => {
      const connection = openConnection(state, ws, {
        onLogin: (from, key, payload) => onLogin(state, from, key, payload),
        onNode: (from, stanza) => onStanza(state, from, stanza),
        onClose: (from) => onClose(state, from)
      })
      state.connections.add(connection)
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    server,
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const connection of state.connections) connection.drop()
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of open) socket.destroy()
      await closed
    }
  }
}
