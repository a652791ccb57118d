// Mentions in internal chats: `@` and the name of a member, or the word for everybody. Both ends read them alike.

export interface Mentionable {
  userId: number
  name: string
}

/** Words that mean every member, in the languages of the console. */
const everybodyWords = ['todos', 'all', 'everyone'] as const

/** A piece of text, or a mention; `userId` null means everybody. */
export type MentionPart = string | { text: string; userId: number | null }

const isWordSign = (sign: string | undefined): boolean => sign !== undefined && /[\p{L}\p{N}_]/u.test(sign)

/** What stands behind the `@`: the longest name that fits and is not the beginning of another word. */
function mentionAt(text: string, at: number, people: Mentionable[]): { length: number; userId: number | null } | null {
  const rest = text.slice(at + 1).toLocaleLowerCase()
  const fits = (name: string): boolean =>
    name !== '' && rest.startsWith(name.toLocaleLowerCase()) && !isWordSign(rest[name.length])
  const found = people.filter(({ name }) => fits(name)).toSorted((a, b) => b.name.length - a.name.length)[0]
  if (found) return { length: found.name.length + 1, userId: found.userId }
  const word = everybodyWords.find(fits)
  return word === undefined ? null : { length: word.length + 1, userId: null }
}

/** Cuts a text into what is said and who is mentioned. An `@` inside a word, as in an address, mentions nobody. */
export function splitMentions(text: string, people: Mentionable[]): MentionPart[] {
  const parts: MentionPart[] = []
  let from = 0
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    if (at < from || isWordSign(text[at - 1])) continue
    const found = mentionAt(text, at, people)
    if (!found) continue
    if (at > from) parts.push(text.slice(from, at))
    from = at + found.length
    parts.push({ text: text.slice(at, from), userId: found.userId })
  }
  if (from < text.length) parts.push(text.slice(from))
  return parts
}

/** Ids of those a text mentions, each once. */
export function mentionedIn(text: string, people: Mentionable[]): number[] {
  const ids = splitMentions(text, people).flatMap((part) =>
    typeof part === 'string' ? [] : part.userId === null ? people.map(({ userId }) => userId) : [part.userId]
  )
  return [...new Set(ids)]
}
