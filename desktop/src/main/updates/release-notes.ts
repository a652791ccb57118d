// Reads release notes: sections `## pt`, `## en`, `## es`, each a list. They come over the network, so only plain text stays.
import { languages } from '@guiche/shared/kernel/languages.ts'
import type { ReleaseNotes } from '#bridge/update-channels.ts'

const mostPoints = 30
const longestPoint = 300

function plain(line: string): string {
  return line
    .replaceAll(/[*_`<>\p{Cc}]/gu, '')
    .trim()
    .slice(0, longestPoint)
}

function pointsIn(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line) => /^\s*[-*]\s+(.+)$/.exec(line)?.[1] ?? [])
    .map(plain)
    .filter((point) => point !== '')
    .slice(0, mostPoints)
}

/** The points in each language; those of Portuguese, or of all the text, where a language has none. */
export function readNotes(text: unknown): ReleaseNotes {
  if (typeof text !== 'string') return { pt: [], en: [], es: [] }
  const sections = new Map(
    text
      .replaceAll('\r\n', '\n')
      .split(/^##\s+/m)
      .map((section) => [section.slice(0, 2).toLowerCase(), pointsIn(section)])
  )
  const all = pointsIn(text.replaceAll('\r\n', '\n'))
  const of = (language: string): string[] => sections.get(language) ?? sections.get('pt') ?? all
  const [pt, en, es] = languages.map(of)
  return { pt: pt ?? [], en: en ?? [], es: es ?? [] }
}
