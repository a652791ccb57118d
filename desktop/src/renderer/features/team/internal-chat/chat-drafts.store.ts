// What was begun to write in each chat, while the console is open.
import { onSignedOut } from '#platform/session/session.ts'

const drafts = new Map<number, string>()

export const draftOf = (chatId: number): string => drafts.get(chatId) ?? ''

export function saveDraft(chatId: number, text: string): void {
  if (text === '') drafts.delete(chatId)
  else drafts.set(chatId, text)
}

onSignedOut(() => drafts.clear())
