// Asking the server for rows: notes when it was asked and what number the answers are true for.
import { ageOf, beginAsking, type AsOf } from '../net/as-of.ts'
import { call } from '../net/http.ts'

/** Calls an endpoint; of several calls of one load the oldest answer counts. */
export type Read = typeof call

export interface Reading {
  read: Read
  /** What all that was read is true for. */
  asOf: () => AsOf
  end: () => void
}

export function beginReading(): Reading {
  const { askedAt, end } = beginAsking()
  const seqs: (number | null)[] = []
  return {
    read: async (...asked) => {
      const answer = await call(...asked)
      seqs.push(ageOf(answer as object)?.seq ?? null)
      return answer
    },
    asOf: () => {
      const isSaid = seqs.length > 0 && seqs.every((seq) => seq !== null)
      return { askedAt, seq: isSaid ? Math.min(...seqs) : null }
    },
    end
  }
}
