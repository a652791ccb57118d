// Reads WhatsApp's way of writing: bold, italic, struck, code, lists, quotes and links, as a tree that loses no letter.

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'bold' | 'italic' | 'strike'; children: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'link'; text: string; href: string }

export type Block =
  | { kind: 'lines'; lines: Inline[][] }
  /** `markers` are the signs before the items as they were written. */
  | { kind: 'list'; isOrdered: boolean; start: number; markers: string[]; items: Inline[][] }
  | { kind: 'quote'; markers: string[]; lines: Inline[][] }
  | { kind: 'mono'; text: string }

const signs = { '*': 'bold', _: 'italic', '~': 'strike' } as const
type Sign = keyof typeof signs
const signOf = { bold: '*', italic: '_', strike: '~' } as const

/** Nesting beyond this is shown as it was written. */
const deepest = 8

const isWordLetter = (letter: string | undefined): boolean => letter !== undefined && /[\p{L}\p{N}]/u.test(letter)
const isSpace = (letter: string | undefined): boolean => letter === undefined || /\s/.test(letter)

const linkPattern = /\b(?:https?:\/\/|www\.)[^\s<>"]+|\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gi

const count = (text: string, letter: string): number => text.split(letter).length - 1

/** An address without the signs that end the sentence around it; a bracket it opened itself belongs to it. */
function withoutEnd(found: string): string {
  let text = found
  for (;;) {
    const cut = text.replace(/[.,;:!?'"*_~\]}]+$/, '')
    const isForeign = cut.endsWith(')') && count(cut, ')') > count(cut, '(')
    if (cut === text && !isForeign) return text
    text = isForeign ? cut.slice(0, -1) : cut
  }
}

function hrefOf(text: string): string | null {
  const address = /^www\./i.test(text) ? `https://${text}` : text
  if (!/^https?:/i.test(address)) return text.includes('@') ? `mailto:${text}` : null
  return URL.canParse(address) ? address : null
}

/** Splits plain text at the addresses in it. */
function withLinks(text: string): Inline[] {
  const parts: Inline[] = []
  let from = 0
  for (const { index, 0: found } of text.matchAll(linkPattern)) {
    const cut = withoutEnd(found)
    const href = hrefOf(cut)
    if (href === null || index < from) continue
    if (index > from) parts.push({ kind: 'text', text: text.slice(from, index) })
    parts.push({ kind: 'link', text: cut, href })
    from = index + cut.length
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from) })
  return parts
}

/** Where addresses stand in a line: signs inside them are letters of the address. */
const addressesIn = (line: string): [number, number][] =>
  [...line.matchAll(linkPattern)].map(({ index, 0: found }) => [index, index + withoutEnd(found).length])

interface Reading {
  line: string
  addresses: [number, number][]
}

const isInAddress = ({ addresses }: Reading, at: number): boolean =>
  addresses.some(([start, end]) => at >= start && at < end)

/** Index of the sign that closes the one at `open`, or -1. */
function closingOf(reading: Reading, open: number, end: number): number {
  const { line } = reading
  const sign = line[open]
  if (isSpace(line[open + 1]) || open + 1 >= end) return -1
  for (let at = open + 2; at < end; at++) {
    if (line[at] !== sign || isInAddress(reading, at)) continue
    const after = at + 1 < line.length ? line[at + 1] : undefined
    if (!isSpace(line[at - 1]) && !isWordLetter(after)) return at
  }
  return -1
}

function codeEnd(line: string, open: number, end: number): number {
  const close = line.indexOf('`', open + 1)
  return close > open + 1 && close < end ? close : -1
}

function readInline(reading: Reading, start: number, end: number, depth: number): Inline[] {
  const { line } = reading
  const parts: Inline[] = []
  let plainFrom = start
  const flush = (until: number) => {
    if (until > plainFrom) parts.push(...withLinks(line.slice(plainFrom, until)))
  }
  for (let at = start; at < end; at++) {
    const letter = line[at] ?? ''
    if (isInAddress(reading, at)) continue
    if (letter === '`') {
      const close = codeEnd(line, at, end)
      if (close < 0) continue
      flush(at)
      parts.push({ kind: 'code', text: line.slice(at + 1, close) })
      plainFrom = close + 1
      at = close
    } else if (letter in signs && depth < deepest && !isWordLetter(line[at - 1])) {
      const close = closingOf(reading, at, end)
      if (close < 0) continue
      flush(at)
      parts.push({ kind: signs[letter as Sign], children: readInline(reading, at + 1, close, depth + 1) })
      plainFrom = close + 1
      at = close
    }
  }
  flush(end)
  return parts
}

/** Reads one line. */
export const parseLine = (line: string): Inline[] =>
  readInline({ line, addresses: addressesIn(line) }, 0, line.length, 0)

const markers = { bullet: /^[-*] +(?=\S)/, number: /^\d{1,3}[.)] +(?=\S)/, quote: /^> ?/ }
type MarkerKind = keyof typeof markers

function markerOf(line: string): { kind: MarkerKind; text: string } | null {
  for (const kind of ['quote', 'bullet', 'number'] as const) {
    const text = markers[kind].exec(line)?.[0]
    if (text !== undefined) return { kind, text }
  }
  return null
}

function blockOf(kind: MarkerKind | null, rows: { marker: string; rest: string }[]): Block {
  const lines = rows.map(({ rest }) => parseLine(rest))
  const written = rows.map(({ marker }) => marker)
  if (kind === null) return { kind: 'lines', lines }
  if (kind === 'quote') return { kind: 'quote', markers: written, lines }
  const start = kind === 'number' ? Number.parseInt(written[0] ?? '1', 10) : 1
  return { kind: 'list', isOrdered: kind === 'number', start, markers: written, items: lines }
}

function readLines(text: string): Block[] {
  const blocks: Block[] = []
  let kind: MarkerKind | null = null
  let rows: { marker: string; rest: string }[] = []
  const flush = () => {
    if (rows.length > 0) blocks.push(blockOf(kind, rows))
    rows = []
  }
  for (const line of text.split('\n')) {
    const marker = markerOf(line)
    if ((marker?.kind ?? null) !== kind) flush()
    kind = marker?.kind ?? null
    rows.push({ marker: marker?.text ?? '', rest: line.slice(marker?.text.length ?? 0) })
  }
  flush()
  return blocks
}

/** Reads a whole text. */
export function parseText(text: string): Block[] {
  const blocks: Block[] = []
  // Every second part stands between two fences.
  const parts = text.split(/```([\s\S]+?)```/)
  for (const [index, part] of parts.entries()) {
    if (index % 2 === 1) blocks.push({ kind: 'mono', text: part })
    else if (part !== '') blocks.push(...readLines(part))
  }
  return blocks
}

function writeInline(parts: Inline[]): string {
  return parts
    .map((part) => {
      if (part.kind === 'text' || part.kind === 'link') return part.text
      if (part.kind === 'code') return `\`${part.text}\``
      return signOf[part.kind] + writeInline(part.children) + signOf[part.kind]
    })
    .join('')
}

function writeBlock(block: Block): string {
  if (block.kind === 'mono') return `\`\`\`${block.text}\`\`\``
  if (block.kind === 'lines') return block.lines.map(writeInline).join('\n')
  const lines = block.kind === 'list' ? block.items : block.lines
  return lines.map((line, index) => (block.markers[index] ?? '') + writeInline(line)).join('\n')
}

/** The text that a tree was read from. */
export function writeText(blocks: Block[]): string {
  return blocks.reduce((text, block, index) => {
    const before = blocks[index - 1]
    // Fences stand where they stand; other blocks begin on a line of their own.
    const isJoined = index === 0 || block.kind === 'mono' || before?.kind === 'mono'
    return text + (isJoined ? '' : '\n') + writeBlock(block)
  }, '')
}

const plainInline = (parts: Inline[]): string =>
  parts.map((part) => ('children' in part ? plainInline(part.children) : part.text)).join('')

/** The text in one line without its signs, for lists and quotes. */
export function plainText(text: string): string {
  return parseText(text)
    .map((block) => {
      if (block.kind === 'mono') return block.text
      return (block.kind === 'list' ? block.items : block.lines).map(plainInline).join(' ')
    })
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
}
