// Questions to WhatsApp about people and groups.
import { USyncQuery, USyncUser, type GroupMetadata, type WASocket } from '@whiskeysockets/baileys'
import { isBoom } from '@hapi/boom'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { digitsOf, spellingsOf } from '@guiche/shared/kernel/phone.ts'
import type { Address, GroupInfo, NumberLookup } from '#platform/whatsapp-port.ts'
import { bare, isLid, isPhone, lidAddress, phoneAddress, userOf } from './addresses.ts'
import { fetchAvatar } from '../media/download-media.ts'
import type { SocketCaches } from '../wire/socket-caches.ts'

const numbersPerQuery = 50

interface Found {
  phone: Address
  lid: Address | null
}

/** `isUnclear`: somebody was named by LID alone, and it cannot be told which of the numbers is theirs. */
async function ask(sock: WASocket, digits: string[]): Promise<{ found: Found[]; isUnclear: boolean }> {
  const query = new USyncQuery().withContactProtocol().withLIDProtocol()
  for (const one of digits) query.withUser(new USyncUser().withPhone(`+${one}`))
  const answer = await sock.executeUSyncQuery(query)
  if (!answer) throw new AppError('ERR_WAPP_CHECK_CONTACT')
  const found = answer.list.flatMap((one): Found[] => {
    if (one.contact !== true) return []
    const [only] = digits
    if (isLid(one.id)) return digits.length === 1 && only ? [{ phone: phoneAddress(only), lid: bare(one.id) }] : []
    if (!isPhone(one.id)) return []
    return [{ phone: bare(one.id), lid: typeof one.lid === 'string' ? lidAddress(userOf(one.lid)) : null }]
  })
  const pairs = found.flatMap(({ phone, lid }) => (lid ? [{ pn: phone, lid }] : []))
  if (pairs.length > 0) await sock.signalRepository.lidMapping.storeLIDPNMappings(pairs)
  return { found, isUnclear: answer.list.filter((one) => one.contact === true).length > found.length }
}

function answerFor(asked: string, found: Found | undefined): NumberLookup {
  return {
    asked,
    exists: found !== undefined,
    number: found ? userOf(found.phone) : null,
    phone: found?.phone ?? null,
    lid: found?.lid ?? null
  }
}

/** Which numbers are on WhatsApp, in the order asked. */
export async function lookUpNumbers(sock: WASocket, numbers: string[]): Promise<NumberLookup[]> {
  const results = new Map<string, NumberLookup>()
  const all = [...new Set(numbers.map(digitsOf))]
  for (let at = 0; at < all.length; at += numbersPerQuery) {
    const asked = all.slice(at, at + numbersPerQuery)
    const { found, isUnclear } = await ask(sock, asked)
    const open = new Map(found.map((one) => [userOf(one.phone), one]))
    const unmatched: string[] = []
    for (const digits of asked) {
      const spelling = spellingsOf(digits).find((one) => open.has(one))
      if (spelling === undefined) unmatched.push(digits)
      else {
        results.set(digits, answerFor(digits, open.get(spelling)))
        if (!asked.includes(spelling) || spelling === digits) open.delete(spelling)
      }
    }
    // An answer does not name the question: numbers WhatsApp knows by other digits are asked for one by one.
    for (const digits of unmatched) {
      const isAsked = (open.size > 0 || isUnclear) && asked.length > 1
      const alone = isAsked ? (await ask(sock, [digits])).found : [...open.values()]
      results.set(digits, answerFor(digits, alone[0]))
    }
  }
  return numbers.map((number) => results.get(digitsOf(number)) ?? answerFor(digitsOf(number), undefined))
}

/** The name of a group, from memory when it was asked for lately. */
export async function groupInfo(sock: WASocket, caches: SocketCaches, address: Address): Promise<GroupInfo> {
  const known = caches.groups.get<GroupMetadata>(address)
  const group = known ?? (await sock.groupMetadata(address))
  caches.groups.set(address, group)
  return { address, subject: group.subject }
}

/** Picture of a person or group; null when there is none or it is not for us. */
export async function profileAvatar(
  sock: WASocket,
  address: Address,
  whatsappUrl: string | undefined
): Promise<Buffer | null> {
  const url = await sock.profilePictureUrl(address, 'image', 20_000).catch((error: unknown) => {
    if (isBoom(error) && [401, 403, 404, 406].includes(Number(error.data ?? error.output.statusCode))) return undefined
    throw error
  })
  return url ? fetchAvatar(url, whatsappUrl) : null
}
