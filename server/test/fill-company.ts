// Fills a company with contacts, tickets and messages by bulk SQL, spread over two years as a busy company's are.
import type { Sql, TransactionSql } from 'postgres'

export interface Filling {
  companyId: number
  connectionId: number
  tickets: number
  messages: number
}

/** Words of ordinary messages, the most frequent first. */
const words = `que de bom dia obrigada para não uma você com está pedido a tudo bem meu quando entrega ainda hoje minha
  valor pode pagamento amanhã endereço chegou produto ok sim já loja nota por favor prazo cartão atenção troca boleto
  informação número código vou ver também são paulo manhã situação devolução orçamento coração família açúcar pão`
  .split(/\s+/)
  .filter(Boolean)

/** Words that stand in one of so many messages; what a search finds depends on how rare its word is. */
export const wordsByRarity = { girassol: 30, jabuticaba: 250, pirilampo: 2_000, quindim: 20_000 }
/** A word of many messages, all of them in tickets that have been still for a year. */
export const oldWord = 'retrospectiva'

const rareWords = Object.entries(wordsByRarity)

/** Runs `work` without the indexes and builds them afterwards: many times faster than row by row. */
async function withoutIndexes(tx: TransactionSql, names: string[], work: () => Promise<void>): Promise<void> {
  const indexes = await tx<{ indexdef: string }[]>`select indexdef from pg_indexes where indexname = any(${names})`
  for (const name of names) await tx`drop index ${tx(name)}`
  await work()
  await tx`set local maintenance_work_mem = '512MB'`
  for (const { indexdef } of indexes) await tx.unsafe(indexdef)
}

/** Runs `work` without the triggers of messages and does at once what they do one by one. */
async function withoutTriggers(tx: TransactionSql, companyId: number, work: () => Promise<void>): Promise<void> {
  await tx`alter table messages disable trigger user`
  await work()
  await tx`alter table messages enable trigger user`
  await tx`
    insert into ticket_words (company_id, number, ticket_id) select distinct ${companyId}::bigint, w.number, m.ticket_id
    from messages m cross join lateral words_of(m.search_text) w where m.company_id = ${companyId}`
  await tx`
    insert into search_words (company_id, number, word) select distinct ${companyId}::bigint, w.number, w.word
    from messages m cross join lateral words_of(m.search_text) w where m.company_id = ${companyId}`
}

/**
 * Contacts with a ticket each; a few tickets hold thousands of messages, most a handful. Queues, users and tags are
 * those the company has; the last of them are rare, and the second tag is of old tickets alone. The rows of a ticket lie
 * apart, as they do when customers write in turns. Returns ids of tickets, the longest conversation first.
 */
export async function fillCompany(
  sql: Sql,
  { companyId, connectionId, tickets, messages }: Filling
): Promise<number[]> {
  const each = messages / tickets
  const fill = async (tx: TransactionSql) => {
    await tx`
      insert into contacts (company_id, name, number, created_at)
      select ${companyId}, (array['João','Maria','José','Antônia','Cauã','Inês','Zé','Ana'])[1 + floor(random() * 8)] || ' ' ||
        (array['Gonçalves','Silva','Araújo','Conceição','Müller','Souza'])[1 + floor(random() * 6)] || ' ' || n,
        (5511900000000 + n * 37)::text, now() - random() * interval '730 days'
      from generate_series(1, ${tickets}::int) n`
    await tx`
      insert into contact_addresses (company_id, address, contact_id)
      select company_id, number || '@s.whatsapp.net', id from contacts where company_id = ${companyId} and number is not null
      on conflict do nothing`
    await tx`
      insert into tickets (company_id, contact_id, connection_id, queue_id, user_id, status, unread_messages, last_message,
        created_at, updated_at)
      select ${companyId}, c.id, ${connectionId}, q.ids[1 + floor(cardinality(q.ids) * power(c.q, 1.5))::int],
        case when c.status = 'pending' then null else u.ids[1 + floor(cardinality(u.ids) * c.u)::int] end, c.status,
        case when c.status = 'pending' or c.u < 0.002 then 1 + floor(c.u * 5)::int else 0 end, 'bom dia',
        c.at - power(c.q, 2) * interval '300 days', c.at
      from (select id, random() as q, random() as u, now() - power(random(), 2) * interval '730 days' as at,
          case when random() < 0.01 then 'open' when random() < 0.01 then 'pending' else 'closed' end as status
        from contacts where company_id = ${companyId}) c,
        (select array_agg(id order by id) || null::bigint as ids from queues where company_id = ${companyId}) q,
        (select array_agg(id order by id) as ids from users where company_id = ${companyId}) u`
    await tx`
      insert into ticket_tags (company_id, ticket_id, tag_id)
      select ${companyId}, t.id, g.id from tickets t, (select id, row_number() over (order by id) as rank from tags
        where company_id = ${companyId}) g
      where t.company_id = ${companyId} and random() + 0 * t.id < 0.9 / power(3, g.rank)
        and (g.rank <> 2 or t.updated_at < now() - interval '1 year')`
    await tx`
      insert into messages (company_id, id, ticket_id, contact_id, connection_id, queue_id, wa_id, from_me, body, delivery,
        read, ack, created_at)
      select ${companyId}, gen_random_uuid(), m.ticket_id, m.contact_id, ${connectionId}, m.queue_id, '3A' || m.ticket_id || 'x' || m.n,
        m.n % 2 = 0, m.body, case when m.n % 2 = 0 then 'sent' else 'received' end, m.n % 2 = 0 or m.n > m.unread, 4, m.at
      from (select t.id as ticket_id, t.contact_id, t.queue_id, t.unread_messages as unread, n,
          t.updated_at - (t.updated_at - t.created_at) * (n - 1) / t.length as at,
          s.bodies[1 + floor(random() * 5000)::int] || case when n = 1 then ' pedido-' || t.id else '' end ||
            ${rareWords.reduce(
              (part, [word, rarity]) =>
                tx`${part} || case when random() < 1.0 / ${rarity}::int then ${` ${word}`} else '' end`,
              tx`''`
            )} ||
            case when n > 1 and t.updated_at < now() - interval '1 year' and random() < 0.2 then ${` ${oldWord}`} else '' end as body
        from (select *, case when row_number() over (order by id) = 1 then ${Math.round(messages / 100)}::int
            else greatest(1, round(-ln(1 - random()) * ${each}))::int end as length
          from tickets where company_id = ${companyId}) t
        cross join lateral generate_series(1, t.length) n
        cross join (select array_agg(body) as bodies from (
          select case when k % 4 = 0 then 'Bom dia, ' else '' end || string_agg((${words}::text[])[1 + floor(${words.length} * power(random(), 2))::int], ' ') as body
          from generate_series(1, 5000) k cross join lateral generate_series(1, 3 + k % 10) l group by k) b) s) m
      order by m.at`
  }
  await sql.begin(async (tx) => {
    // The same company every time.
    await tx`select setseed(0.42)`
    await tx`set local work_mem = '256MB'`
    const indexes = [
      'contacts_search',
      'messages_search',
      'messages_of_ticket',
      'ticket_words_number',
      'search_words_search'
    ]
    await withoutIndexes(tx, indexes, () => withoutTriggers(tx, companyId, () => fill(tx)))
  })
  await sql`vacuum analyze`
  const rows = await sql<{ id: number }[]>`
    select id::int from tickets where company_id = ${companyId} order by id limit 500`
  return rows.map(({ id }) => id)
}
