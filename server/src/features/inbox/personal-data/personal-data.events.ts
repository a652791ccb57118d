// What happens to copies of personal data, and the hook of those who store something of a person.
import type { PersonExport, PersonKind } from '@guiche/shared/features/inbox/personal-data.ts'
import type { ErasedPerson } from '#features/inbox/contacts/contacts.events.ts'
import type { Ctx } from '#platform/ctx.ts'
import { domainEvent } from '#platform/events/domain-event.ts'
import { hook } from '#platform/events/hooks.ts'

/** A stored file of a record. */
export interface RecordFile {
  key: string
  /** As people gave it. */
  name: string
  mime: string
  /** Tells it from other files: id of its record. */
  id: string
}

/** A page of records as SQL gives them: JSON texts, and where the next page begins. */
export interface RecordRow {
  cursor: string
  /** An object. */
  record: string
  /** An array of `RecordFile`, of which those without a key are none; left out where such records have no files. */
  files?: string
}

/** What is stored of a person in records of one kind. */
export interface PersonRecords {
  kind: PersonKind
  count: (db: Ctx['db']) => Promise<number>
  /** How many files they name. */
  countFiles?: (db: Ctx['db']) => Promise<number>
  /** The next ones after a cursor, from the first on for null, in an order that stays. */
  read: (db: Ctx['db'], after: string | null, limit: number) => Promise<RecordRow[]>
}

/** Asks every feature what it stores of a person; steps add to the list and read nothing yet. */
export const recordsOfPerson =
  hook<[companyId: number, person: ErasedPerson, records: PersonRecords[]]>('records of a person')

export const personExportMoved = domainEvent<{ companyId: number; export: PersonExport }>('person export moved')
export const personExportGone = domainEvent<{ companyId: number; id: number }>('person export gone')
