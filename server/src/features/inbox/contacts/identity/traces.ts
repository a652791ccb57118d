// How copies of a person are found in texts of JSON, such as logged events.
import type { ErasedPerson } from '../contacts.events.ts'

/** Shorter ones are no number of anybody. */
const fewestDigits = 6

/** Digits of addresses and numbers. */
function digitsOfPerson({ numbers, addresses }: Pick<ErasedPerson, 'numbers' | 'addresses'>): string[] {
  return [
    ...new Set(
      [...numbers, ...[...addresses].map((address) => address.replace(/@.*/, ''))].filter(
        (digits) => digits.length >= fewestDigits
      )
    )
  ]
}

/** Patterns for LIKE: the field itself, and where it stands in a text inside another text of JSON. */
export const alsoNested = (field: string): string[] => [field, field.replaceAll('"', '\\\\"')]

/** Patterns for LIKE, of which a text fits one when it is about the person. */
export function tracePatterns(person: ErasedPerson): string[] {
  const fields = [...person.contactIds].flatMap((id) => [
    `"contactId":${id},`,
    `"contactId":${id}}`,
    `"contact":{"id":${id},`,
    `"keptId":${id},`,
    `"goneId":${id},`
  ])
  return [...fields.flatMap(alsoNested), ...digitsOfPerson(person)].map((text) => `%${text}%`)
}
