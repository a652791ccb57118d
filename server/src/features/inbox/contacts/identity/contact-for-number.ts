// The contact behind a number that somebody writes to: the one that is there, or a new one.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { formatPhone, isPhoneNumber, spellingsOf } from '@guiche/shared/kernel/phone.ts'
import type { Ctx } from '#platform/ctx.ts'
import { createContact, phoneAddress } from '../contacts.service.ts'
import * as repo from '../contacts.repo.ts'

/**
 * Id of the contact with this number (digits with the country's code), made when there is none yet; a new number is
 * looked up on WhatsApp when a connection can be asked, and is called by `name`. Errors: ERR_WAPP_INVALID_CONTACT.
 */
export async function contactForNumber(ctx: Ctx, companyId: number, number: string, name = ''): Promise<number> {
  if (!isPhoneNumber(number)) {
    throw new AppError('ERR_WAPP_INVALID_CONTACT', { fields: { number: 'ERR_WAPP_INVALID_CONTACT' } })
  }
  const known = async () => {
    const found = await repo.contactIdsByAddress(ctx.db, companyId, spellingsOf(number).map(phoneAddress))
    return found.values().next().value ?? null
  }
  const before = await known()
  if (before !== null) return before
  const draft = { name: name.trim() || formatPhone(number), number, email: '', extraInfo: [] }
  try {
    return (await createContact(ctx, { companyId }, draft, name.trim() === '' ? 'number' : 'typed')).id
  } catch (error) {
    // WhatsApp knows the number under another spelling, or somebody made the contact in the same moment.
    const meanwhile = error instanceof AppError && error.code === 'ERR_DUPLICATED_CONTACT' ? error : null
    const id = meanwhile && ((await known()) ?? Number(meanwhile.details.values?.['contactId']))
    if (!id) throw error
    return id
  }
}
