// A node of its own process for tests that kill it: stores what it receives in a table, then removes the journal rows.
import { existsSync } from 'node:fs'
import { pino } from 'pino'
import { openDatabase } from '#database/client.ts'
import { readConfig } from '#platform/config/env.ts'
import { createSecrets } from '#platform/secrets/secrets.ts'
import type { WhatsAppEvents } from '#platform/whatsapp-port.ts'
import { startWhatsApp } from '../adapter.ts'
import { quickTimings } from './timings.ts'

const [databaseUrl = '', whatsappUrl = ''] = process.argv.slice(2)
const db = openDatabase({ url: databaseUrl, max: 3 })
async function nothing() {}
/** Nothing else runs until the file exists, as in a loop that does not end soon enough. */
function blockUntil(file: string): void {
  while (!existsSync(file)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
}
const events: WhatsAppEvents = {
  status: async (ref, { status, qrcode }) => void process.send?.({ ...ref, status, qrcode }),
  inbound: async (ref, batch) => {
    const ids = batch.flatMap((one) => one.journalId ?? [])
    await db.$client.begin(async (sql) => {
      for (const one of batch) {
        if (one.type !== 'message' || one.content.kind !== 'text') continue
        await sql`
          insert into stored (wa_id, chat, body) values (${one.waId}, ${one.chat.phone}, ${one.content.body})
          on conflict do nothing`
      }
      await sql`delete from inbound_journal where company_id = ${ref.companyId} and id = any(${ids})`
    })
  },
  wantsHistory: async () => false,
  failuresChanged: nothing,
  receipts: nothing,
  sendFailed: nothing,
  call: nothing,
  presence: nothing,
  party: nothing,
  snapshotChanged: nothing,
  opened: nothing,
  outboxFilled: () => {},
  sentTask: async () => null
}
const room = startWhatsApp(
  {
    config: readConfig({ NODE_ENV: 'test', WHATSAPP_URL: whatsappUrl }),
    db,
    databaseUrl,
    secrets: createSecrets('a secret of at least thirty-two characters'),
    log: pino({ level: process.env.TEST_LOG ?? 'silent' }),
    now: () => new Date(),
    timings: quickTimings
  },
  events
)
// One that waits has its modules loaded and begins when it is told to; every other one at once.
if (!process.argv.includes('--wait')) await room.start()
process.on('message', (word: 'start' | 'stop' | { blockUntil: string }) => {
  if (word === 'start') void room.start()
  else if (word === 'stop') void room.stop().then(() => process.exit(0))
  else blockUntil(word.blockUntil)
})
// Without its parent it has nothing to do.
process.on('disconnect', () => process.exit(0))
