// A campaign that the demonstration's company ran some days ago: who was asked, who said yes, and who could not be reached.
import type { TransactionSql } from 'postgres'
import type { Bakery } from './bakery.ts'

const minute = 60_000
const day = 24 * 60 * minute

const five = (texts: readonly string[]): string[] => Array.from({ length: 5 }, (_, index) => texts[index] ?? '')

/** Those who wrote before in the language of the house, and beside them people of the list alone. */
function peopleOf({ language, customers, pastCampaign }: Bakery): { name: string; number: string }[] {
  return [
    ...customers.filter((customer) => customer.language === language),
    ...pastCampaign.lastNames.flatMap((last, row) =>
      pastCampaign.firstNames.map((first, index) => ({
        name: `${first} ${last}`,
        number: String(pastCampaign.firstNumber + row * 20 + index)
      }))
    )
  ]
}

type Fate = { state: 'asked' | 'sent' | 'skipped' | 'failed'; reason: string | null; isConfirmed: boolean }

/** Most said yes; some said nothing, some no, and a few numbers were old. */
function fateOf(index: number): Fate {
  if (index % 13 === 5) return { state: 'failed', reason: 'not-on-whatsapp', isConfirmed: false }
  if (index % 17 === 9) return { state: 'skipped', reason: 'declined', isConfirmed: false }
  if (index === 20) return { state: 'skipped', reason: 'opted-out', isConfirmed: false }
  if (index % 6 === 4) return { state: 'asked', reason: null, isConfirmed: false }
  return { state: 'sent', reason: null, isConfirmed: true }
}

/** Minutes after the start of the campaign at which each was asked, and at which they said yes. */
const askedAfter = (index: number): number => index * 0.4
const answeredAfter = (index: number): number => askedAfter(index) + 2 + ((index * 7) % 90)

// The spelling without the ninth digit is the one that both spellings share.
const keyOf = (number: string) => number.replace(/^(55\d\d)9([6-9]\d{7})$/, '$1$2')

interface Writing {
  tx: TransactionSql
  bakery: Bakery
  companyId: number
  connectionId: number
  contacts: ReadonlyMap<string, number>
  people: { name: string; number: string }[]
  /** Minutes after the start of the campaign. */
  at: (minutes: number) => Date
}

/** Writes the campaign and its list, finished nine days before `now`. */
export async function writePastCampaign(
  tx: TransactionSql,
  bakery: Bakery,
  ids: Pick<Writing, 'companyId' | 'connectionId' | 'contacts'>,
  now: Date
): Promise<void> {
  const zone = bakery.timeZone.offset * 60 * minute
  const morning = Math.floor((now.getTime() + zone) / day - 9) * day - zone + 10 * 60 * minute
  const at = (minutes: number) => new Date(morning + Math.round(minutes * minute))
  const writing: Writing = { tx, bakery, ...ids, people: peopleOf(bakery), at }
  const listId = await writeList(writing)
  const campaignId = await writeCampaign(writing, listId)
  await writeRecipients(writing, campaignId)
  await writeOptOuts(writing)
}

async function writeList({ tx, bakery, companyId, people, at }: Writing): Promise<number> {
  const [list] = await tx<{ id: number }[]>`
    insert into contact_lists ${tx({
      company_id: companyId,
      name: bakery.pastCampaign.list,
      contacts_count: people.length,
      created_at: at(-60),
      updated_at: at(-60)
    })} returning id::int`
  const listId = list?.id ?? 0
  await tx`
    insert into contact_list_items ${tx(
      people.map(({ name, number }, index) => ({
        company_id: companyId,
        contact_list_id: listId,
        name,
        number,
        number_key: keyOf(number),
        is_whatsapp_valid: fateOf(index).state !== 'failed',
        checked_at: at(-50)
      }))
    )}`
  return listId
}

async function writeCampaign(
  { tx, bakery, companyId, connectionId, people, at }: Writing,
  listId: number
): Promise<number> {
  const { name, messages, questions } = bakery.pastCampaign
  const ended = at(Math.max(...people.map((_, index) => answeredAfter(index))) + 1)
  const [campaign] = await tx<{ id: number }[]>`
    insert into campaigns ${tx({
      company_id: companyId,
      name,
      status: 'FINALIZADA',
      confirmation: true,
      messages: tx.json(five(messages)),
      confirmations: tx.json(five(questions)),
      contact_list_id: listId,
      connection_id: connectionId,
      scheduled_at: at(0),
      completed_at: ended,
      is_filled: true,
      counted_at: at(0),
      created_at: at(-40),
      updated_at: ended
    })} returning id::int`
  return campaign?.id ?? 0
}

async function writeRecipients(
  { tx, bakery, companyId, contacts, people, at }: Writing,
  campaignId: number
): Promise<void> {
  await tx`
    insert into campaign_recipients ${tx(
      people.map(({ name, number }, index) => {
        const { state, reason, isConfirmed } = fateOf(index)
        const answered = answeredAfter(index)
        return {
          company_id: companyId,
          campaign_id: campaignId,
          name,
          number,
          number_key: keyOf(number),
          state,
          reason,
          variant: index % bakery.pastCampaign.messages.length,
          contact_id: contacts.get(number) ?? null,
          confirmation_requested_at: state === 'failed' ? null : at(askedAfter(index)),
          confirmed_at: isConfirmed ? at(answered) : null,
          sent_at: state === 'sent' ? at(answered + 0.2) : null,
          delivered_at: state === 'sent' ? at(answered + 0.3) : null,
          read_at: state === 'sent' && index % 8 !== 3 ? at(answered + 2 + (index % 40)) : null,
          answered_at: state === 'sent' && index % 8 !== 3 && index % 3 === 0 ? at(answered + 5 + (index % 60)) : null
        }
      })
    )}`
}

async function writeOptOuts({ tx, bakery, companyId, people, at }: Writing): Promise<void> {
  const gone = people.filter((_, index) => fateOf(index).reason === 'opted-out')
  for (const { name, number } of gone) {
    await tx`
      insert into campaign_opt_outs ${tx({
        company_id: companyId,
        number_key: keyOf(number),
        number,
        name,
        word: bakery.pastCampaign.optOutWord,
        created_at: at(30)
      })}`
  }
}
