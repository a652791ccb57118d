// What a company's page shows that belongs to features above this one.
import type { ComponentType } from 'react'

export interface CompanyParts {
  Invoices: ComponentType<{ companyId: number }>
  Extras: ComponentType<{ companyId: number }>
}
