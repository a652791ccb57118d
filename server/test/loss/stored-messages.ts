// Reads what a desk stored, past every layer, for tests that count.
import postgres from 'postgres'

export interface StoredText {
  customer: string
  body: string
}

/** Texts of customers in the order in which people see them. */
export async function storedTexts(url: string): Promise<StoredText[]> {
  const sql = postgres(url, { max: 1 })
  try {
    return await sql<StoredText[]>`
      select c.number as customer, m.body from messages m
      join contacts c on c.company_id = m.company_id and c.id = m.contact_id
      where not m.from_me and m.media_type = 'chat' order by m.created_at, m.seq`
  } finally {
    await sql.end()
  }
}

export interface Count {
  stored: number
  lost: number
  doubled: number
  /** Pairs of one customer's messages that stand in the wrong order. */
  inversions: number
}

/** Compares texts `c<customer>-#<n>` with what was sent: `expected` in all, each customer's counted from 1. */
export function countTexts(texts: StoredText[], expected: number): Count {
  const byCustomer = Map.groupBy(texts, (text) => text.customer)
  let [doubled, inversions, distinct] = [0, 0, 0]
  for (const own of byCustomer.values()) {
    const numbers = own.map(({ body }) => Number(/-#(\d+)$/.exec(body)?.[1]))
    const unique = new Set(numbers)
    distinct += unique.size
    doubled += numbers.length - unique.size
    for (let index = 1; index < numbers.length; index++)
      if ((numbers[index] ?? 0) < (numbers[index - 1] ?? 0)) inversions++
  }
  return { stored: texts.length, lost: expected - distinct, doubled, inversions }
}
