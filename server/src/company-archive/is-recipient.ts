// Whether a text is a public key that an archive can be encrypted to.
import { encrypterFor } from '#backup/write-archive.ts'

export function isRecipient(text: string): boolean {
  try {
    encrypterFor({ keys: [text] })
    return true
  } catch {
    return false
  }
}
