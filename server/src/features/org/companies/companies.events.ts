// Events of companies.
import { domainEvent } from '#platform/events/domain-event.ts'
import { hook } from '#platform/events/hooks.ts'
import type { CompanyRow } from './companies.repo.ts'

/** A company opens at other hours than before. */
export const openingHoursSaved = domainEvent<{ companyId: number }>('opening hours saved')
export const companyCreated = domainEvent<{ companyId: number }>('company created')
/** Name, plan, due date or status are others than before. */
export const companyChanged = domainEvent<{ companyId: number }>('company changed')
/** Something that super users alone see of a company is another than before. */
export const companyOverviewChanged = domainEvent<{ companyId: number }>('company overview changed')
export interface EditedCompany {
  before: CompanyRow
  after: CompanyRow
}
/** Runs in the transaction in which the super user has changed a company by hand. */
export const companyEdited = hook<[edited: EditedCompany]>('company edited')
/** Runs in the transaction in which a company is closed for good; its rows go in a later one. */
export const beforeCompanyDelete = hook<[companyId: number]>('before company delete')

/** Nobody of the company may go on; the users are those who were there. */
export const companyClosed = domainEvent<{ companyId: number; userIds: number[] }>('company closed')
