// The measure of everything: Baileys alone with an empty handler and keys in memory, in a process of its own.
import { BufferJSON, initAuthCreds, makeWASocket, type SignalDataTypeMap, type WASocket } from '@whiskeysockets/baileys'

const silent = {
  level: 'silent',
  child: () => silent,
  trace: () => {},
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {}
}

const [url = '', count = '1'] = process.argv.slice(2)
let received = 0
let lastAt = 0

function connect(index: number, creds = initAuthCreds(), store = new Map<string, string>()): void {
  const sock: WASocket = makeWASocket({
    waWebSocketUrl: url,
    logger: silent as never,
    auth: {
      creds,
      keys: {
        get: async <T extends keyof SignalDataTypeMap>(type: T, ids: string[]) =>
          Object.fromEntries(
            ids.flatMap((id) => {
              const value = store.get(`${type}|${id}`)
              return value === undefined ? [] : [[id, JSON.parse(value, BufferJSON.reviver)]]
            })
          ) as Record<string, SignalDataTypeMap[T]>,
        set: async (data) => {
          for (const [type, entries] of Object.entries(data)) {
            for (const [id, value] of Object.entries(entries ?? {})) {
              if (value === null) store.delete(`${type}|${id}`)
              else store.set(`${type}|${id}`, JSON.stringify(value, BufferJSON.replacer))
            }
          }
        }
      }
    },
    syncFullHistory: false,
    markOnlineOnConnect: false,
    generateHighQualityLinkPreview: false
  })
  sock.ev.on('creds.update', (update) => void Object.assign(creds, update))
  sock.ev.on('connection.update', ({ qr, connection }) => {
    if (qr) process.send?.({ qr, index })
    if (connection === 'open') process.send?.({ open: index })
    // After pairing WhatsApp asks for a new connection with the same credentials.
    if (connection === 'close') connect(index, creds, store)
  })
  sock.ev.on('messages.upsert', ({ messages }) => {
    received += messages.filter(({ key, message }) => !key.fromMe && message).length
    lastAt = Date.now()
  })
}

for (let index = 0; index < Number(count); index++) connect(index)
process.on('message', (text) => {
  if (text === 'count') process.send?.({ received, lastAt })
})
