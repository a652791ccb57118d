// The storage port: files by key, streamed in and out.
import type { Readable } from 'node:stream'

export interface StoredFile {
  key: string
  /** Bytes. */
  size: number
}

export interface Storage {
  /**
   * Streams a file in; it appears under its key only when complete.
   * `limit` in bytes. Errors: AppError ERR_MEDIA_TOO_LARGE, ERR_STORAGE_FULL; the source's own error.
   */
  save(key: string, source: Readable, limit?: number): Promise<StoredFile>
  /** Errors: AppError ERR_NOT_FOUND. `end` is inclusive. */
  open(key: string, range?: { start: number; end: number }): Promise<Readable>
  /** Bytes, or null when there is no such file. */
  size(key: string): Promise<number | null>
  remove(key: string): Promise<void>
  /** All keys, in no order; what is stored or removed meanwhile may be among them or not. */
  list(): AsyncIterable<string>
  /** The same with what each takes. */
  sizes(): AsyncIterable<StoredFile>
  /** Removes everything whose key begins with this name and a slash. */
  removeFolder(name: string): Promise<void>
}
