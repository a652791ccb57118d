// Files that wait in the message field, by ticket; they stay there while one looks at another ticket.
import { create } from 'zustand'
import { onSignedOut } from '#platform/session/session.ts'

/** Bytes a file may have. */
export const largestFile = 100 * 1024 * 1024
/** Files that are taken at once. */
export const mostFiles = 30

export interface Attachment {
  id: string
  file: File
  /** Address of a picture or film in this page. */
  preview: string | null
  /** Pixels, once they are known. */
  width: number | null
  height: number | null
  caption: string
  problem: 'too-large' | 'empty' | null
}

interface AttachmentsState {
  byTicket: ReadonlyMap<number, readonly Attachment[]>
}

export const useAttachments = create<AttachmentsState>(() => ({ byTicket: new Map() }))

const none: readonly Attachment[] = []
export const attachmentsOf = ({ byTicket }: AttachmentsState, ticketId: number): readonly Attachment[] =>
  byTicket.get(ticketId) ?? none

function change(ticketId: number, fn: (list: readonly Attachment[]) => readonly Attachment[]): void {
  return useAttachments.setState(({ byTicket }) => {
    const next = new Map(byTicket)
    const list = fn(byTicket.get(ticketId) ?? none)
    if (list.length > 0) next.set(ticketId, list)
    else next.delete(ticketId)
    return { byTicket: next }
  })
}

export const patchAttachment = (ticketId: number, id: string, part: Partial<Attachment>): void =>
  change(ticketId, (list) => list.map((one) => (one.id === id ? { ...one, ...part } : one)))

function measure(ticketId: number, { id, file, preview }: Attachment): void {
  if (preview === null) return
  const found = (width: number, height: number) => patchAttachment(ticketId, id, { width, height })
  if (file.type.startsWith('image/')) {
    const image = new Image()
    image.onload = () => found(image.naturalWidth, image.naturalHeight)
    // What only calls itself a picture is shown as a file.
    image.onerror = () => patchAttachment(ticketId, id, { preview: null })
    image.src = preview
  } else {
    const video = document.createElement('video')
    video.onloadedmetadata = () => found(video.videoWidth, video.videoHeight)
    video.onerror = () => patchAttachment(ticketId, id, { preview: null })
    video.preload = 'metadata'
    video.src = preview
  }
}

function attachmentOf(file: File): Attachment {
  return {
    id: crypto.randomUUID(),
    file,
    preview: /^(image|video)\//.test(file.type) ? URL.createObjectURL(file) : null,
    width: null,
    height: null,
    caption: '',
    problem: file.size === 0 ? 'empty' : file.size > largestFile ? 'too-large' : null
  }
}

/** Takes files into the field. Returns how many were too many. */
export function attach(ticketId: number, files: readonly File[]): number {
  const room = mostFiles - attachmentsOf(useAttachments.getState(), ticketId).length
  const added = files.slice(0, Math.max(0, room)).map(attachmentOf)
  change(ticketId, (list) => [...list, ...added])
  for (const one of added) measure(ticketId, one)
  return files.length - added.length
}

function release({ preview }: Attachment): void {
  if (preview !== null) URL.revokeObjectURL(preview)
}

export function detach(ticketId: number, id: string): void {
  return change(ticketId, (list) => {
    list.filter((one) => one.id === id).forEach(release)
    return list.filter((one) => one.id !== id)
  })
}

/** Empties the field of those files. */
export function detachAll(ticketId: number): void {
  return change(ticketId, (list) => {
    list.forEach(release)
    return none
  })
}

onSignedOut(() => {
  for (const list of useAttachments.getState().byTicket.values()) list.forEach(release)
  useAttachments.setState({ byTicket: new Map() })
})
