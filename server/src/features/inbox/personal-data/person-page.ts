// The readable page of a copy: one file without scripts that opens offline, everything in it escaped.
import type { PersonKind } from '@guiche/shared/features/inbox/personal-data.ts'
import type { Language } from '@guiche/shared/kernel/languages.ts'
import { pageTexts, type PageTexts } from './page-texts.ts'
import type { ArchivedFile, Fields, PersonRecord } from './read-records.ts'

export interface PageFacts {
  language: Language
  company: string
  timeZone: string
  now: Date
  counts: Partial<Record<PersonKind, number>>
  /** Paths of files that are not stored any more. */
  missing: ReadonlySet<string>
}

const locales: Record<Language, string> = { pt: 'pt-BR', en: 'en-GB', es: 'es' }

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text as it may stand between tags and in quoted attributes; marks that turn the direction of writing end with their text. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '')
    .replaceAll('\0', '')
}

const linkOf = (path: string): string => escaped(path.split('/').map(encodeURIComponent).join('/'))

const style = `
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1{font-size:1.6rem;line-height:1.25;margin:0 0 .5rem}h2{font-size:1.2rem;margin:2.5rem 0 .75rem}
nav ul{columns:2;padding-left:1.2rem}
.record,.message{border:1px solid #8884;border-radius:.5rem;padding:.6rem .8rem;margin:.5rem 0;overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:minmax(7rem,max-content) 1fr;gap:.15rem 1rem;margin:0}
dt{opacity:.75}dd{margin:0;white-space:pre-wrap}
.message{max-width:80%}.ours{margin-left:auto;background:#38a1691f}
.message p{margin:.2rem 0;white-space:pre-wrap}.facts{font-size:.85rem;opacity:.75}
.gone{font-style:italic;opacity:.8}
img,video{max-width:100%;max-height:22rem;border-radius:.4rem;display:block;margin:.3rem 0}audio{width:100%}
@media print{.record,.message{break-inside:avoid}}
@media(max-width:36rem){nav ul{columns:1}dl{grid-template-columns:1fr}dt{margin-top:.4rem}.message{max-width:100%}}`

interface Writer {
  texts: PageTexts
  facts: PageFacts
  moment: (text: string) => string
}

function createWriter(facts: PageFacts): Writer {
  const { language, timeZone } = facts
  const format = new Intl.DateTimeFormat(locales[language], { dateStyle: 'short', timeStyle: 'short', timeZone })
  return { texts: pageTexts[language], facts, moment: (text) => format.format(new Date(text)) }
}

const isMoment = (text: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) && !Number.isNaN(Date.parse(text))

/** What people wrote themselves: a customer who wrote `open` did not write what a state of that name is called. */
const written = new Set([
  'text',
  'body',
  'name',
  'value',
  'lastMessage',
  'answer',
  'senderName',
  'comment',
  'mediaName'
])

/** One line of text for the value of a field. */
function textOf(writer: Writer, field: string, value: unknown): string {
  const { texts, moment } = writer
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  if (typeof value === 'string') {
    if (written.has(field)) return value
    return isMoment(value) ? moment(value) : (texts.values[value] ?? value)
  }
  if (Array.isArray(value)) {
    const isList = value.some((one) => typeof one === 'object')
    return value.map((one: unknown) => textOf(writer, field, one)).join(isList ? '\n' : ', ')
  }
  if (typeof value === 'object' && value !== null) {
    const parts = Object.entries(value).map(([name, one]) => [texts.fields[name] ?? name, textOf(writer, name, one)])
    // What is empty there says nothing of anybody; data.json has it.
    return parts.flatMap(([name, text]) => (text === '' ? [] : [`${name}: ${text}`])).join('; ')
  }
  return typeof value === 'number' ? String(value) : ''
}

function fileOf({ texts, facts }: Writer, { path, name, mime }: ArchivedFile): string {
  const shown = escaped(name)
  if (facts.missing.has(path)) return `<p class="gone">${shown} (${escaped(texts.missingNote)})</p>`
  const link = linkOf(path)
  const download = `<p><a href="${link}">${texts.file}: ${shown}</a></p>`
  if (path.endsWith('.txt')) return download
  if (mime.startsWith('image/')) return `<a href="${link}"><img src="${link}" alt="${shown}" loading="lazy"></a>`
  if (mime.startsWith('audio/')) return `<audio controls preload="none" src="${link}"></audio>${download}`
  if (mime.startsWith('video/')) return `<video controls preload="none" src="${link}"></video>${download}`
  return download
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

function messageHtml(writer: Writer, { fields, files }: PersonRecord): string {
  const { texts, moment } = writer
  const { at, fromMe, by, text, isEdited, isForwarded, isDeleted, deletedText, reactions, ticket } = fields
  const who = asText(by) || (fromMe === true ? texts.company : texts.person)
  const marks = [isEdited && texts.edited, isForwarded && texts.forwarded, isDeleted && texts.deleted]
  const emojis = Array.isArray(reactions) ? reactions.map((one: Fields) => asText(one['emoji'])).join(' ') : ''
  const head = [moment(asText(at)), who, `#${String(ticket)}`, ...marks.filter((mark) => typeof mark === 'string')]
  const body = [asText(text), asText(deletedText)].filter((one) => one !== '')
  const extra = typeof fields['raw'] === 'object' ? [JSON.stringify(fields['raw'])] : []
  return `<div class="message${fromMe === true ? ' ours' : ''}"><div class="facts">${escaped(head.join(' · '))}</div>
${[...body, ...extra].map((one) => `<p dir="auto">${escaped(one)}</p>`).join('')}${files
    .map((file) => fileOf(writer, file))
    .join('')}${emojis === '' ? '' : `<div class="facts">${escaped(emojis)}</div>`}</div>\n`
}

function recordHtml(writer: Writer, { fields, files }: PersonRecord): string {
  const lines = Object.entries(fields).map(
    ([name, value]) =>
      `<dt>${escaped(writer.texts.fields[name] ?? name)}</dt><dd dir="auto">${escaped(textOf(writer, name, value))}</dd>`
  )
  return `<div class="record"><dl>${lines.join('')}</dl>${files.map((file) => fileOf(writer, file)).join('')}</div>\n`
}

function headHtml({ texts, facts, moment }: Writer): string {
  const about = texts.about
    .replace('{moment}', () => moment(facts.now.toISOString()))
    .replace('{company}', () => facts.company)
  const kinds = (Object.keys(texts.kinds) as PersonKind[]).filter((kind) => facts.counts[kind])
  const list = kinds.map((kind) => `<li><a href="#${kind}">${texts.kinds[kind]}: ${facts.counts[kind]}</a></li>`)
  return `<!doctype html>
<html lang="${locales[facts.language]}"><head><meta charset="utf-8">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src 'self' file:; media-src 'self' file:; form-action 'none'; base-uri 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">
<title>${escaped(texts.title)}</title><style>${style}</style></head><body>
<h1>${escaped(texts.title)}</h1><p>${escaped(about)}</p><p>${escaped(texts.machine)}</p>
<nav><ul>${list.join('')}</ul></nav>
`
}

/** The page in pieces; `sections` in the order in which they are shown. */
export async function* personPage(
  facts: PageFacts,
  sections: { kind: PersonKind; records: AsyncIterable<PersonRecord> }[]
): AsyncGenerator<string> {
  const writer = createWriter(facts)
  const { texts } = writer
  yield headHtml(writer)
  for (const { kind, records } of sections) {
    if (!facts.counts[kind]) continue
    yield `<section><h2 id="${kind}">${escaped(texts.kinds[kind])}</h2>\n`
    const isTalk = kind === 'messages' || kind === 'groupMessages'
    for await (const record of records) yield isTalk ? messageHtml(writer, record) : recordHtml(writer, record)
    yield '</section>\n'
  }
  if (Object.keys(facts.counts).length === 0) yield `<p>${escaped(texts.nothing)}</p>`
  if (facts.missing.size > 0) {
    const paths = [...facts.missing].map((path) => `<li>${escaped(path.slice('media/'.length))}</li>`)
    yield `<section><h2>${escaped(texts.missing)}</h2><ul>${paths.join('')}</ul></section>`
  }
  yield '</body></html>\n'
}
