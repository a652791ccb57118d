// Files on their way to this computer.
import { z } from 'zod'
import { channel, notice } from './channel.ts'

const download = z.object({
  id: z.string(),
  name: z.string(),
  /** Bytes; the total is 0 while it is not known. */
  received: z.number(),
  total: z.number(),
  state: z.enum(['running', 'done', 'failed', 'cancelled'])
})
export type Download = z.infer<typeof download>

const downloadId = z.string().max(40)

export const listDownloads = channel('downloads:list', [], z.array(download))
export const cancelDownload = channel('downloads:cancel', [downloadId], z.void())
/** Shows the file in its folder; it is never opened, since it came from a stranger. */
export const showDownload = channel('downloads:show', [downloadId], z.void())
export const downloadChanged = notice('downloads:changed', download)
