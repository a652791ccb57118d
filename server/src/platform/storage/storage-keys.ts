// The form of storage keys: relative paths of plain names, safe on every file system and in every object store.

const form = /^[A-Za-z0-9][\w.-]*(?:\/[A-Za-z0-9][\w.-]*)*$/

export const isKey = (name: string): boolean => name.length <= 200 && form.test(name) && !name.includes('..')

/** Refuses absolute paths, `..`, empty parts and characters that need quoting. Errors: for such a key. */
export function checkKey(key: string): string {
  if (!isKey(key)) throw new Error('this is not a storage key')
  return key
}
