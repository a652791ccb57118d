// Events of file lists; both name files that nobody needs any more.
import type { FileList } from '@guiche/shared/features/library/file-lists.ts'
import { domainEvent } from '#platform/events/domain-event.ts'

export const fileListSaved = domainEvent<{ record: FileList; isNew: boolean; gone: string[] }>('file list saved')
export const fileListDeleted = domainEvent<{ companyId: number; id: number; gone: string[] }>('file list deleted')
