// What one person has written and the server does not have: on the disk, or in memory while there is no key for it.
import type { SealedFolder } from './sealed-folder.ts'

export interface PendingMessages {
  list(): Promise<string[]>
  keep(clientId: string, text: string): Promise<void>
  drop(clientId: string): Promise<void>
  /** False when there is no room for it. */
  storeFile(clientId: string, bytes: Uint8Array): Promise<boolean>
  file(clientId: string): Promise<Uint8Array<ArrayBuffer> | null>
  /** Brings what only the memory holds to the disk, once it can be sealed. */
  settle(): Promise<void>
}

interface Parts {
  /** Null while there is no key. */
  texts(): Promise<SealedFolder | null>
  files(): Promise<SealedFolder | null>
  /** Bytes of one file, and of all of them. */
  largest: number
  most: number
}

interface Waiting {
  text: string | null
  file: Buffer | null
}

export function pendingMessages({ texts, files, largest, most }: Parts): PendingMessages {
  /** What could not be written, by client id. */
  const held = new Map<string, Waiting>()
  const hold = (clientId: string, part: Partial<Waiting>): void =>
    void held.set(clientId, { text: null, file: null, ...held.get(clientId), ...part })
  /** True when the disk has taken it. A full or broken disk is no reason to lose anything while the app runs. */
  const write = async (folder: SealedFolder | null, clientId: string, bytes: Buffer): Promise<boolean> => {
    if (folder === null) return false
    return folder.write(clientId, bytes).then(
      () => true,
      () => false
    )
  }

  return {
    list: async () => {
      const kept = (await (await texts())?.readAll()) ?? []
      const inMemory = [...held.values()].flatMap(({ text }) => (text === null ? [] : [text]))
      return [...kept.map(String), ...inMemory]
    },
    keep: async (clientId, text) => {
      if (await write(await texts(), clientId, Buffer.from(text))) {
        const file = held.get(clientId)?.file ?? null
        if (file === null) held.delete(clientId)
        else hold(clientId, { text: null })
      } else hold(clientId, { text })
    },
    drop: async (clientId) => {
      held.delete(clientId)
      await (await texts())?.remove(clientId)
      await (await files())?.remove(clientId)
    },
    storeFile: async (clientId, bytes) => {
      if (bytes.length > largest) return false
      const folder = await files()
      const inMemory = [...held.values()].reduce((sum, { file }) => sum + (file?.length ?? 0), 0)
      if (((await folder?.size()) ?? 0) + inMemory + bytes.length > most) return false
      const file = Buffer.from(bytes)
      if (!(await write(folder, clientId, file))) hold(clientId, { file })
      return true
    },
    file: async (clientId) => {
      const bytes = held.get(clientId)?.file ?? (await (await files())?.read(clientId)) ?? null
      return bytes && new Uint8Array(bytes)
    },
    settle: async () => {
      for (const [clientId, { text, file }] of held) {
        const isTextKept = text === null || (await write(await texts(), clientId, Buffer.from(text)))
        const isFileKept = file === null || (await write(await files(), clientId, file))
        if (isTextKept && isFileKept) held.delete(clientId)
        else hold(clientId, { text: isTextKept ? null : text, file: isFileKept ? null : file })
      }
    }
  }
}
