// SQL that tells whether a row of a sheet is a person's: by the whole number, as sheets are read (`completePhone`).
import { eq } from 'drizzle-orm'
import type { PendingQuery, Row } from 'postgres'
import { completePhone } from '@guiche/shared/kernel/phone.ts'
import type { Sql, Transaction } from '#database/client.ts'
import { connections } from '#database/tables/inbox/connections.ts'
import { companies } from '#database/tables/org/companies.ts'

type Query = PendingQuery<Row[]>

/** Where a company is at home: what its sheets may leave out of a number. */
export interface Home {
  /** Brazilian area code; null where it has none, or several and no telephone of its own says which. */
  area: string | null
  /** Own numbers outside of Brazil. */
  abroad: string[]
}

const brazilian = /^55([1-9]{2})(?:9\d{8}|[2-9]\d{7})$/

/** Of the telephone of the company, otherwise of its connections where all of them have one area. */
export async function homeOf(db: Transaction, companyId: number): Promise<Home> {
  const [company] = await db.select({ phone: companies.phone }).from(companies).where(eq(companies.id, companyId))
  const paired = await db
    .select({ number: connections.number })
    .from(connections)
    .where(eq(connections.companyId, companyId))
  const numbers = paired.flatMap(({ number }) => number ?? [])
  const areaOf = (digits: string): string[] => brazilian.exec(digits)?.slice(1) ?? []
  const [own] = areaOf(completePhone(company?.phone ?? ''))
  const areas = new Set(numbers.flatMap(areaOf))
  return {
    area: own ?? (areas.size === 1 ? ([...areas][0] ?? null) : null),
    abroad: numbers.filter((digits) => !digits.startsWith('55'))
  }
}

export interface Sought {
  /** Digits with the country, in every spelling. */
  numbers: readonly string[]
  home: Home
}

/**
 * True where the text of a cell (`typed`) is one of the numbers. A number without its area is one of the company's own area, one
 * without its country of the company's own country; of several numbers in one cell each is looked at.
 */
export function isNumberOf(raw: Sql, typed: Query, { numbers, home }: Sought): Query {
  return raw`exists (
    select from (select btrim(${typed}) as cell) as given
    cross join lateral (
      select given.cell as piece
      union all
      select piece from regexp_split_to_table(given.cell, '\\s*[/;|,]\\s*|\\s(?:e|ou|o|y|or|and)\\s', 'i') as piece
      where length(regexp_replace(given.cell, '[^0-9]', '', 'g')) > 15) as pieces
    cross join lateral (
      select regexp_match(pieces.piece, '^\\+?([0-9])(?:[.,]([0-9]+))?e\\+?([0-9]{1,2})$', 'i') as parts) as rounded
    cross join lateral (
      select case when parts is null then btrim(pieces.piece)
        when length(coalesce(parts[2], '')) = parts[3]::int then parts[1] || coalesce(parts[2], '') end as spelled) as whole
    cross join lateral (
      select regexp_replace(whole.spelled, '[^0-9]', '', 'g') as digits, whole.spelled like '+%' as has_country) as read
    cross join lateral (
      select case when read.has_country then read.digits else ltrim(read.digits, '0') end as local) as short
    where case
        when read.has_country then short.local
        when short.local ~ '^[1-9]{2}(?:9[0-9]{8}|[2-9][0-9]{7})$' then '55' || short.local
        when short.local ~ '^(?:9[0-9]{8}|[2-9][0-9]{7})$' and ${home.area}::text is not null
          then '55' || ${home.area}::text || short.local
        else short.local end = any(${numbers}::text[])
      or (not read.has_country and length(short.local) >= 8 and exists (
        select from unnest(${home.abroad}::text[]) as own(digits)
        where length(own.digits) > length(short.local)
          and left(own.digits, length(own.digits) - length(short.local)) || short.local = any(${numbers}::text[]))))`
}
