// SQL that tells which of some numbers are those of customers.
import { rawOf, type Transaction } from '#database/client.ts'

/** Those of the numbers that a person has whom the company knows. */
export async function customersNumbers(db: Transaction, companyId: number, numbers: string[]): Promise<string[]> {
  const rows = await rawOf(db)<{ number: string }[]>`
    select number from contacts
    where company_id = ${companyId} and not is_group and number = any(${numbers}::text[])`
  return rows.map(({ number }) => number)
}
