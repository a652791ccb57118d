// Rows of the board and of billing that routes are called with.
import { invoices } from '#database/tables/invoices.ts'
import { kanbanColumns } from '#database/tables/kanban.ts'
import { unique, type Company } from './factories.ts'

export const makeKanbanColumn = async ({ test, id: companyId }: Company) => {
  const row = { companyId, title: `Etapa ${unique()}`, orderIndex: unique() }
  return (await test.ctx.db.insert(kanbanColumns).values(row).returning())[0]
}

export const makeInvoice = async ({ test, id: companyId }: Company) => {
  const row = { companyId, detail: 'Essencial', value: 99, dueDate: new Date() }
  return (await test.ctx.db.insert(invoices).values(row).returning())[0]
}
