// Takes out of a text what belongs to no log: tokens, addresses of people, numbers, queries, the person's home folder.
import { homedir } from 'node:os'

const rules: [RegExp, string][] = [
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '<token>'],
  // Before the names below, which would take the word for the value and leave the token.
  [/\b(bearer|basic)\s+[^\s"',;]+/gi, '$1 <hidden>'],
  [/\b(jrt|token|password|senha|secret|authorization)(["']?\s*[=:]\s*["']?|\s+)[^\s"',;&)]+/gi, '$1$2<hidden>'],
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '<email>'],
  // Signed links: who has one may read the file.
  [/\/media\/[^\s"')]+/g, '/media/<link>'],
  [/([?#])[^\s"')]+/g, '$1<query>'],
  [/\+?\d[\d\s().-]{6,}\d/g, '<number>'],
  [/\b[A-Za-z0-9+/_=-]{40,}\b/g, '<long>']
]

/** The text without what must not be kept; at most 500 characters. */
export function scrub(text: string): string {
  const withoutHome = text.replaceAll(homedir(), '~')
  return rules.reduce((part, [pattern, stand]) => part.replaceAll(pattern, stand), withoutHome).slice(0, 500)
}
