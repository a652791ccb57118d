// Events of the columns of the kanban board; a moved card is a changed ticket.
import type { KanbanColumn } from '@guiche/shared/features/inbox/kanban.ts'
import { domainEvent } from '#platform/events/domain-event.ts'

export const columnCreated = domainEvent<KanbanColumn>('kanban column created')
export const columnChanged = domainEvent<KanbanColumn>('kanban column changed')
export const columnDeleted = domainEvent<{ companyId: number; columnId: number }>('kanban column deleted')
