// What was begun to write in each chat, while the console is open.
import { createDrafts } from '#ui/conversation/drafts.ts'

export const chatDrafts = createDrafts({ text: '' })
