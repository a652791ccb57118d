// SQL that spells a text as the columns `search_text` do, without letter case and accents.
import { rawOf, type Transaction } from '#database/client.ts'

export async function searchTextOf(db: Transaction, typed: string): Promise<string> {
  const [row] = await rawOf(db)<{ text: string }[]>`select search_text(${typed}) as text`
  return row?.text.trim() ?? ''
}
