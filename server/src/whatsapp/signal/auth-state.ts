// The credentials and keys of one session: in memory, encrypted in PostgreSQL.
import { Curve, initAuthCreds, type AuthenticationCreds, type SignalKeyStore } from '@whiskeysockets/baileys'
import type { ConnectionRef } from '#platform/whatsapp-port.ts'
import { type AddressBook, isLid, lidAddress, type Own, phoneAddress, userOf } from '../addresses/addresses.ts'
import { lastPreKeyId, readCreds } from './auth-state.repo.ts'
import { decodeCreds, encodeCreds } from './key-codec.ts'
import { closeKeys, getKeys, type KeyParts, type KeyValues, openKeys, setKeys, writeCreds } from './session-keys.ts'

export interface AuthState extends AddressBook {
  creds: AuthenticationCreds
  keys: SignalKeyStore
  /** Writes the credentials as they are now. */
  saveCreds(): Promise<void>
  /** Takes back what asking for a code has written: with a name in it the next socket would log in instead of registering. */
  forgetCode(): void
  /** From here on nothing is written: what a socket that has gone still tells would outlive a forgotten pairing. */
  close(): void
}

/** Own addresses as the credentials tell them. */
export function ownOf(creds: AuthenticationCreds): Own {
  return {
    phone: creds.me?.id ? phoneAddress(userOf(creds.me.id)) : null,
    lid: creds.me?.lid ? lidAddress(userOf(creds.me.lid)) : null
  }
}

/** Without the code; who asked for one is nobody before the phone has taken it. */
function lasting(creds: AuthenticationCreds): AuthenticationCreds {
  if (creds.pairingCode === undefined) return creds
  const rest = { ...creds, pairingCode: undefined }
  if (creds.account) return rest
  const { me: _asker, ...unlinked } = rest
  return { ...unlinked, registered: false }
}

export interface AuthStateParts extends Omit<KeyParts, 'owned'> {
  /** Number of the taking by which this node owns the connection. */
  epoch: number
}

/** Loads a connection's pairing, or makes fresh credentials. One session at a time may use it. */
export async function openAuthState({ epoch, ...parts }: AuthStateParts, ref: ConnectionRef): Promise<AuthState> {
  const { sql, secrets } = parts
  const owned = { ...ref, epoch }
  const sealedCreds = await readCreds(sql, owned)
  const creds = sealedCreds ? decodeCreds(secrets.decrypt(sealedCreds)) : initAuthCreds()
  const keys = await openKeys({ ...parts, owned })
  // A crash may have come between the upload of pre-keys and the credentials that count them.
  creds.nextPreKeyId = Math.max(creds.nextPreKeyId, (await lastPreKeyId(sql, owned)) + 1)
  const sealedNow = () => secrets.encrypt(encodeCreds(lasting(creds)))
  const countPreKeys = (highest: number) => {
    creds.nextPreKeyId = Math.max(creds.nextPreKeyId, highest + 1)
    return sealedNow()
  }

  let me = creds.me
  /** WhatsApp may leave the own LID out when it lets us in: without it copies of the own phone could not be read. */
  const keepLid = () => {
    if (creds.me && !creds.me.lid && me?.lid && userOf(me.id) === userOf(creds.me.id))
      creds.me = { ...creds.me, lid: me.lid }
    me = creds.me
  }

  return {
    creds,
    keys: {
      get: (type: string, ids: string[]) => getKeys(keys, type, ids),
      set: (data: KeyValues) => setKeys(keys, data, countPreKeys)
    } as unknown as SignalKeyStore,
    saveCreds: async () => {
      keepLid()
      await writeCreds(keys, sealedNow())
    },
    forgetCode: () => {
      if (creds.account || creds.pairingCode === undefined) return
      Object.assign(creds, lasting(creds), { pairingEphemeralKeyPair: Curve.generateKeyPair() })
      delete creds.me
      me = undefined
    },
    own: () => ownOf(creds),
    partnerOf: async (address) => {
      const id = isLid(address) ? `${userOf(address)}_reverse` : userOf(address)
      const { [id]: partner } = await getKeys(keys, 'lid-mapping', [id])
      if (typeof partner !== 'string') return null
      return isLid(address) ? phoneAddress(partner) : lidAddress(partner)
    },
    close: () => closeKeys(keys)
  }
}
