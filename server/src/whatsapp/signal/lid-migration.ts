// Moves what was said under a person's number to their LID, so that both addresses share one Signal session.
import { jidDecode, type SignalKeyStoreWithTransaction, type SocketConfig } from '@whiskeysockets/baileys'
import { isLid, userOf } from '../addresses/addresses.ts'

type Repository = ReturnType<SocketConfig['makeSignalRepository']>

/** Pairs of addresses remembered as moved. */
const mostPairs = 20_000

export interface LidMigration {
  migrateSession: Repository['migrateSession']
  /** The address whose Signal session a stanza belongs to; null when only Baileys can tell. */
  sessionOf(attrs: Record<string, string>): Promise<string | null>
}

/** Baileys moves the sessions of devices it has sent to: somebody who has only written is on no list. */
async function listDevice(keys: SignalKeyStoreWithTransaction, from: string, to: string): Promise<void> {
  const user = userOf(from)
  const devices = [...new Set(['0', String(jidDecode(to)?.device ?? 0)])]
  const sessions = await keys.get(
    'session',
    devices.map((device) => `${user}.${device}`)
  )
  if (Object.keys(sessions).length === 0) return
  const { [user]: listed = [] } = await keys.get('device-list', [user])
  if (devices.every((device) => listed.includes(device))) return
  await keys.set({ 'device-list': { [user]: [...new Set([...listed, ...devices])] } })
}

/** Makes the migration of one socket's repository. */
export function createLidMigration(base: Repository, keys: SignalKeyStoreWithTransaction): LidMigration {
  /** Pairs whose sessions are under the LID for good: what is stored for the number goes there too. */
  const moved = new Set<string>()
  const migrateSession: LidMigration['migrateSession'] = async (from, to) => {
    const pair = `${from}>${to}`
    if (moved.has(pair)) return { migrated: 0, skipped: 0, total: 0 }
    await listDevice(keys, from, to)
    const result = await base.migrateSession(from, to)
    if (moved.size >= mostPairs) moved.clear()
    moved.add(pair)
    return result
  }
  return {
    migrateSession,
    // What Baileys does with a stanza before it decrypts: learns the pair of addresses, and takes the LID.
    sessionOf: async ({ from = '', sender_pn: phone, sender_lid: lid }) => {
      if (isLid(from)) {
        if (phone && !moved.has(`${phone}>${from}`)) {
          await base.lidMapping.storeLIDPNMappings([{ lid: from, pn: phone }])
          await migrateSession(phone, from)
        }
        return from
      }
      // Without a LID in the stanza WhatsApp would have to be asked.
      if (!lid) return null
      if (!(await base.lidMapping.getPNForLID(lid))) {
        await base.lidMapping.storeLIDPNMappings([{ lid, pn: from }])
        await migrateSession(from, lid)
      }
      return base.lidMapping.getLIDForPN(from)
    }
  }
}
