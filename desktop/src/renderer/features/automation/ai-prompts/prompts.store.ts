// The company's AI prompts, kept by calls and by events alike; the server gives all of them at once.
import { deletePrompt, listPrompts, promptEvent, type Prompt } from '@guiche/shared/features/automation/ai-prompts.ts'
import { call } from '#platform/net/http.ts'
import { applyEvent } from '#platform/replica/apply-event.ts'
import { createPagedList } from '#platform/replica/paged-list.ts'

const matches = ({ name }: Prompt, search: string): boolean => name.toLowerCase().includes(search.trim())

export const prompts = createPagedList<Prompt>({
  fetchPage: async ({ searchParam }) => {
    const items = (await call(listPrompts)).prompts.filter((prompt) => matches(prompt, searchParam))
    return { items, count: items.length, hasMore: false }
  },
  compare: (a, b) => a.name.localeCompare(b.name),
  matches
})

applyEvent(prompts, promptEvent, (event) =>
  event.action === 'delete' ? { gone: event.promptId } : { row: event.prompt, isNew: true }
)

/** Errors: ApiError. */
export async function removePrompt(id: number): Promise<void> {
  await call(deletePrompt, { params: { id } })
  prompts.remove(id)
}
