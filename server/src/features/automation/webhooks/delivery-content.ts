// What a delivery told of a person: read here and not by the database, which refuses half signs (\ud800) that JSON may hold.

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Null for what is no JSON. What is empty is left out, as it is of every record. */
function read(body: unknown): Fields | null {
  if (typeof body !== 'string') return null
  try {
    const parsed: unknown = JSON.parse(body, (_name, value: unknown) => (value === null ? undefined : value))
    return isFields(parsed) ? parsed : null
  } catch {
    return null
  }
}

/** The contact that it is about: of the message, of the ticket, or the contact itself. */
function contactOf({ message, ticket, contact, contactId }: Fields): number {
  const of = (value: unknown, name: string) => (isFields(value) ? value[name] : undefined)
  return Number(of(message, 'contactId') ?? of(ticket, 'contactId') ?? of(contact, 'id') ?? contactId)
}

/** Content and answer where the delivery is about one of the contacts; a body that nobody can read is none to judge by. */
export function contentOf(body: unknown, answer: unknown, ids: readonly number[]): Fields {
  const told = read(body)
  if (told === null) return { unreadable: true }
  const data = isFields(told['data']) ? told['data'] : {}
  if (!ids.includes(contactOf(data))) return {}
  return { content: data, ...(answer !== undefined && { answer }) }
}
