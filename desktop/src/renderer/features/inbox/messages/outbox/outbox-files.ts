// Files that wait to be sent, kept in the browser's database so that a reload loses none of them.

const databaseName = 'guiche-outbox'
const storeName = 'files'

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the browser gives no database'))
  })
}

async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await openDatabase()
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(storeName, mode)
      const request = work(transaction.objectStore(storeName))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onerror = () => reject(transaction.error ?? new Error('the browser refused to keep a file'))
      transaction.onabort = () => reject(transaction.error ?? new Error('the browser refused to keep a file'))
    })
  } finally {
    database.close()
  }
}

/** Keeps a file. Rejects when the browser has no room; the file is sent from memory then. */
export async function storeFile(clientId: string, file: File): Promise<void> {
  await run('readwrite', (store) => store.put(file, clientId))
}

/** The kept file; null when there is none. */
export async function storedFile(clientId: string): Promise<File | null> {
  const found: unknown = await run('readonly', (store) => store.get(clientId) as IDBRequest<unknown>).catch(() => null)
  return found instanceof File ? found : null
}

export async function dropFile(clientId: string): Promise<void> {
  await run('readwrite', (store) => store.delete(clientId)).catch(() => undefined)
}
