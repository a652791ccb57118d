// Paging: the query every list takes and the limits it keeps.
import { z } from 'zod'
import { numberOf, text } from './ids.ts'

/** The highest page number answered; beyond it a list is empty, whatever was asked. */
const maxPage = 100_000

/** `pageNumber` from 1; text from old clients is accepted, nonsense counts as the first page. */
export const pageNumber = z
  .preprocess((value) => {
    const number = numberOf(value)
    return Number.isInteger(number) && number >= 1 ? Math.min(number, maxPage) : 1
  }, z.number().int())
  .default(1)

export const searchParam = text(200).optional().default('')

export const pageQuery = z.object({ searchParam, pageNumber })
