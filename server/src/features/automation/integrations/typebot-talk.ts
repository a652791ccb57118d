// The conversation with a Typebot flow: when it begins, goes on or ends, and what its answers mean. Pure.
import { z } from 'zod'

/** What is kept between two replies. */
export const typebotSession = z.object({
  sessionId: z.string(),
  /** When it was used last; milliseconds. */
  at: z.number(),
  /** Choices that were offered, so that a number means one of them. */
  choices: z.array(z.string())
})
export type TypebotSession = z.infer<typeof typebotSession>

interface Settings {
  typebotExpires: number
  typebotKeywordFinish: string
  typebotKeywordRestart: string
}

export type TypebotStep = { kind: 'start' | 'restart' | 'finish' } | { kind: 'go on'; sessionId: string; text: string }

const plain = (text: string): string => text.trim().toLocaleLowerCase('pt-BR')
const isKeyword = (text: string, keyword: string): boolean => keyword.trim() !== '' && plain(text) === plain(keyword)

/** A number among the choices is the choice. */
function meant(text: string, choices: readonly string[]): string {
  const number = /^\s*(\d{1,2})\s*$/.exec(text)?.[1]
  return (number === undefined ? undefined : choices[Number(number) - 1]) ?? text
}

/** What a customer's words are to the flow. */
export function stepOf(settings: Settings, session: TypebotSession | null, text: string, now: number): TypebotStep {
  if (isKeyword(text, settings.typebotKeywordFinish)) return { kind: 'finish' }
  if (isKeyword(text, settings.typebotKeywordRestart)) return { kind: 'restart' }
  const minutes = settings.typebotExpires
  if (session === null || (minutes > 0 && now - session.at > minutes * 60_000)) return { kind: 'start' }
  return { kind: 'go on', sessionId: session.sessionId, text: meant(text, session.choices) }
}

interface RichText {
  text?: string | undefined
  type?: string | undefined
  url?: string | undefined
  bold?: boolean | undefined
  italic?: boolean | undefined
  children?: RichText[] | undefined
}

const richText: z.ZodType<RichText> = z.lazy(() =>
  z.looseObject({
    text: z.string().optional(),
    type: z.string().optional(),
    url: z.string().optional(),
    bold: z.boolean().optional(),
    italic: z.boolean().optional(),
    children: z.array(richText).optional()
  })
)

const message = z.looseObject({
  type: z.string(),
  content: z
    .looseObject({
      richText: z.array(richText).optional(),
      markdown: z.string().optional(),
      plainText: z.string().optional(),
      url: z.string().optional()
    })
    .optional()
})

export const typebotAnswer = z.looseObject({
  sessionId: z.string().optional(),
  messages: z.array(message).default([]),
  input: z
    .looseObject({
      type: z.string().optional(),
      items: z.array(z.looseObject({ content: z.string().nullish(), title: z.string().nullish() })).optional()
    })
    .nullish()
})
export type TypebotAnswer = z.infer<typeof typebotAnswer>

/** A node as WhatsApp writes it. */
function written(node: RichText): string {
  const inner =
    (node.text ?? '') + (node.children ?? []).map(written).join(node.type === 'ul' || node.type === 'ol' ? '\n' : '')
  if (inner.trim() === '') return inner
  if (node.type === 'a' && node.url) return inner === node.url ? inner : `${inner} (${node.url})`
  if (node.type === 'li') return `- ${inner}`
  const bold = node.bold ? `*${inner}*` : inner
  return node.italic ? `_${bold}_` : bold
}

function textOf({ content }: z.infer<typeof message>): string {
  if (content?.richText) return content.richText.map(written).join('\n').trim()
  return (content?.markdown ?? content?.plainText ?? content?.url ?? '').trim()
}

const command = z.looseObject({
  stopBot: z.boolean().optional(),
  queueId: z.coerce.number().int().positive().optional(),
  userId: z.coerce.number().int().positive().optional()
})

/** `#` and JSON is for the desk and not for the customer; null for anything else. */
function commandIn(text: string): z.infer<typeof command> | null {
  if (!/^#\s*\{/.test(text)) return null
  try {
    return command.parse(JSON.parse(text.slice(1)))
  } catch {
    return null
  }
}

export interface TypebotWords {
  says: string[]
  choices: string[]
  /** The flow wants people to take over. */
  leave: { queueId: number | null; userId: number | null } | null
}

/** What is said to the customer, and whether people are to take over. */
export function wordsOf({ messages, input }: TypebotAnswer): TypebotWords {
  const texts = messages.map(textOf).filter((text) => text !== '')
  const commands = texts.map(commandIn).filter((found) => found !== null)
  const choices = (input?.items ?? []).flatMap(({ content, title }) => content ?? title ?? [])
  const menu = choices.map((choice, index) => `*[ ${index + 1} ]* - ${choice}`).join('\n')
  const last = commands.at(-1)
  const isLeaving =
    last !== undefined && (last.stopBot === true || last.queueId !== undefined || last.userId !== undefined)
  return {
    says: [...texts.filter((text) => commandIn(text) === null), ...(menu === '' ? [] : [menu])],
    choices,
    leave: isLeaving ? { queueId: last.queueId ?? null, userId: last.userId ?? null } : null
  }
}
