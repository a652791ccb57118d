// SQL of the lock between those who remove files of before, those who copy all files, and the one that encrypts them.
import { openTransaction, rawOf, type Database } from '#database/client.ts'
import { olderFilesLock } from './older-files-lock.ts'

/** Runs `work` while no file of before is being encrypted; many may at once. Waits for the one file that is. */
export function besideOlderFiles<T>(db: Database, work: () => Promise<T>): Promise<T> {
  return openTransaction(db, async (tx) => {
    // A large file takes longer than the connection may otherwise be idle.
    await rawOf(tx)`set local idle_in_transaction_session_timeout = '10min'`
    await rawOf(tx)`select pg_advisory_xact_lock_shared(hashtextextended(${olderFilesLock}, 0))`
    return work()
  })
}

/** Runs `work` alone; null, without running it, while others have the lock. */
export function aloneWithOlderFiles<T>(db: Database, work: () => Promise<T>): Promise<T | null> {
  return openTransaction(db, async (tx) => {
    await rawOf(tx)`set local idle_in_transaction_session_timeout = '10min'`
    const [row] = await rawOf(tx)<{ isFree: boolean }[]>`
      select pg_try_advisory_xact_lock(hashtextextended(${olderFilesLock}, 0)) as "isFree"`
    return row?.isFree === true ? work() : null
  })
}
