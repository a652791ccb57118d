// What the console leaves on this computer, encrypted by main: its last snapshot of the screens, and what waits to be sent.
import { z } from 'zod'
import { serverPaths } from '@guiche/shared/kernel/server-paths.ts'
import { channel } from './channel.ts'

const id = z.number().int().positive()

/** Whose it is, and where. Main compares with who is signed in: a late call of somebody who left reaches nothing. */
const owner = z.strictObject({ server: z.string().max(300), companyId: id, userId: id })
export type SnapshotOwner = z.infer<typeof owner>

/** `desk`: who is signed in and the lists; `drafts`: what was typed; `thread-7`: the messages of a ticket. */
const part = z.string().regex(/^(?:desk|drafts|thread-\d{1,12})$/)
const text = z.string().max(4_000_000)

/** The last snapshot of the screens for whoever is signed in, or null. */
export const readSnapshotOnDisk = channel('snapshot:open', [], z.string().nullable())
export const readSnapshotPart = channel('snapshot:read', [owner, part], z.string().nullable())
export const writeSnapshotPart = channel('snapshot:write', [owner, part, text], z.void())

/** Takes messages of a ticket, and files of the server by their links, off this computer. */
export const dropSnapshotParts = channel(
  'snapshot:drop',
  [owner, z.strictObject({ parts: z.array(part), media: z.array(z.string().max(4_000)) })],
  z.void()
)

/** Where main answers for images and voices of conversations, and the bytes up to which it keeps one. */
export const cachedMediaPath = serverPaths.media
export const largestCachedMedia = 1_500_000

const clientId = z.uuid()

/** Bytes of a file that waits, and of all of them, up to which they survive the end of the app. */
export const largestPendingFile = 64_000_000
export const mostPendingBytes = 320_000_000

/** What waits to be sent, in no order; each as it was given. */
export const listPending = channel('pending:list', [owner], z.array(z.string()))
export const storePending = channel('pending:store', [owner, clientId, text], z.void())
export const dropPending = channel('pending:drop', [owner, clientId], z.void())
/** False when there is no room for the file: it is sent as long as the app runs. */
export const storePendingFile = channel('pending:store-file', [owner, clientId, z.instanceof(Uint8Array)], z.boolean())
export const readPendingFile = channel('pending:read-file', [owner, clientId], z.instanceof(Uint8Array).nullable())

const reply = z.object({
  /** Becomes the client id of the message, so that it is sent once. */
  id: clientId,
  ticket: z.uuid(),
  /** Null of a notification that outlived the app. */
  ticketId: z.number().nullable(),
  text: z.string()
})
export type Reply = z.infer<typeof reply>
/** What the owner has written into notifications, oldest first; it stays with main until it is dropped. */
export const listReplies = channel('replies:list', [owner], z.array(reply))
export const dropReply = channel('replies:drop', [owner, clientId], z.void())
