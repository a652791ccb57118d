// What `companyStanding` (shared/kernel) says of a closed company, as a condition of statements over many companies.
import { eq, type SQL } from 'drizzle-orm'
import { companies } from './tables/org/companies.ts'

/** The company of the row is not closed, whether it has paid or not. */
export const isOpenCompany = (): SQL => eq(companies.status, true)
