// Events of AI prompts.
import type { Prompt } from '@guiche/shared/features/automation/ai-prompts.ts'
import { domainEvent } from '#platform/events/domain-event.ts'

export const promptSaved = domainEvent<{ prompt: Prompt; isNew: boolean }>('prompt saved')
export const promptRemoved = domainEvent<{ companyId: number; promptId: number }>('prompt removed')
