// Encryption with a key of the system; here the key is made from the user's name, so it holds over restarts.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { userInfo } from 'node:os'
import { life } from './app-state.ts'
import { like, strict } from '../strict.ts'

const key = createHash('sha256').update(`electron-host:${userInfo().username}`).digest()
const mark = Buffer.from('v10')

function encrypt(text: string): Buffer {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([mark, iv, cipher.getAuthTag(), body])
}

function decrypt(bytes: Buffer): string {
  if (!bytes.subarray(0, 3).equals(mark))
    throw new Error('Error while decrypting the ciphertext provided to safeStorage')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(3, 15)).setAuthTag(bytes.subarray(15, 31))
  return decipher.update(bytes.subarray(31), undefined, 'utf8') + decipher.final('utf8')
}

/** What a test may change: whether there is a key, and which of Linux's key stores it comes from. */
const storageState = {
  isAvailable: true,
  backend: 'gnome_libsecret' as ReturnType<Electron.SafeStorage['getSelectedStorageBackend']>
}

async function available(): Promise<boolean> {
  if (!life.isReady) throw new Error('safeStorage cannot be used before the app is ready')
  return storageState.isAvailable
}
async function demand(): Promise<void> {
  if (!(await available())) throw new Error('Encryption is not available.')
}

type Keys = 'encryptStringAsync' | 'decryptStringAsync' | 'isAsyncEncryptionAvailable' | 'getSelectedStorageBackend'
export const safeStorage = like<Electron.SafeStorage, Keys>()(
  strict('safeStorage', {
    isAsyncEncryptionAvailable: available,
    getSelectedStorageBackend: () => (life.isReady ? storageState.backend : 'unknown'),
    encryptStringAsync: async (text: string) => {
      await demand()
      return encrypt(text)
    },
    decryptStringAsync: async (bytes: Buffer) => {
      await demand()
      return { result: decrypt(bytes), shouldReEncrypt: false }
    },
    hostState: storageState
  })
)
