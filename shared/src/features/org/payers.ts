// Who pays for a company, and where the bill goes: asked for in the checkout, known with the company.
import { z } from 'zod'
import { text } from '../../kernel/ids.ts'

export const payerCountries = ['BR', 'usa'] as const

const line = (max: number) => text(max).trim()
const demanded = (max: number, sentence: string) => line(max).min(1, sentence)

/** What the form says of a field that is empty. */
export const payerMissing = {
  firstName: 'O nome completo é obrigatório',
  address1: 'O Endereço é obrigatório',
  city: 'Cidade é obrigatória',
  zipcode: 'CEP é obrigatório',
  country: 'País é obrigatório'
}

/** Who pays, as the first step of the checkout asks for it. */
export const payerForm = z.object({
  firstName: demanded(120, payerMissing.firstName),
  lastName: line(120).default(''),
  address1: demanded(200, payerMissing.address1),
  address2: line(200).default(''),
  city: demanded(100, payerMissing.city),
  state: line(60).default(''),
  zipcode: demanded(20, payerMissing.zipcode),
  country: z.enum(payerCountries, payerMissing.country)
})
export type Payer = z.output<typeof payerForm>
