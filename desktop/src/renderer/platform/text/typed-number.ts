// WhatsApp numbers as people type them: in a Brazilian company the country's code may be left out.
import { completePhone, digitsOf } from '@guiche/shared/kernel/phone.ts'
import { companyZone } from '../session/company-clock.ts'

const brazilianPlaces = new Set(
  (
    'Araguaina Bahia Belem Boa_Vista Campo_Grande Cuiaba Eirunepe Fortaleza Maceio Manaus Noronha Porto_Acre Porto_Velho ' +
    'Recife Rio_Branco Santarem Sao_Paulo'
  ).split(' ')
)

/** Whether the clocks of the signed-in person's company are those of a place in Brazil. */
export function isInBrazil(): boolean {
  const [area, place = ''] = companyZone().split('/')
  return area === 'Brazil' || (area === 'America' && brazilianPlaces.has(place))
}

/** The digits that are meant. */
export const typedNumber = (typed: string): string => (isInBrazil() ? completePhone(typed) : digitsOf(typed))
