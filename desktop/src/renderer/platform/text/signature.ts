// The writer's name before a message, in bold, when the person wants to sign.

const before = (name: string): string => `*${name}:*\n`

/** The text as it is sent. */
export const signed = (text: string, name: string, isSigning: boolean): string =>
  isSigning && text !== '' ? before(name) + text : text

/** A sent text taken apart: what was written, and whether it was signed with this name. */
export function unsigned(body: string, name: string): { text: string; isSigned: boolean } {
  return body.startsWith(before(name))
    ? { text: body.slice(before(name).length), isSigned: true }
    : { text: body, isSigned: false }
}

/** Whose signature a text of ours begins with, also where it has become a single line; null for an unsigned one. */
export function signatureIn(body: string): { name: string; text: string } | null {
  const [, name, text] = /^\*([^*\n]{2,80}):\*\s+(.+)$/s.exec(body) ?? []
  return name === undefined || text === undefined ? null : { name, text }
}
