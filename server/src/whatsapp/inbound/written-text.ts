// The words of messages that WhatsApp draws as cards: polls, templates, menus, products, events, invitations.
import type { proto } from '@whiskeysockets/baileys'

type Message = proto.IMessage
type Words = (string | null | undefined)[]

function lines(words: Words): string | null {
  const said = words.map((word) => word?.trim()).filter(Boolean)
  return said.length > 0 ? said.join('\n') : null
}

const choices = (words: Words): Words => words.filter(Boolean).map((word) => `• ${word}`)

function poll(m: Message): string | null {
  const asked =
    m.pollCreationMessage ??
    m.pollCreationMessageV2 ??
    m.pollCreationMessageV3 ??
    m.pollCreationMessageV4?.message?.pollCreationMessageV3 ??
    m.pollCreationMessageV5
  return asked ? lines([asked.name, ...choices((asked.options ?? []).map(({ optionName }) => optionName))]) : null
}

const interactive = (card: proto.Message.IInteractiveMessage | null | undefined): string | null =>
  card ? lines([card.header?.title, card.header?.subtitle, card.body?.text, card.footer?.text]) : null

function template(m: Message): string | null {
  const filled = m.templateMessage?.hydratedTemplate ?? m.templateMessage?.hydratedFourRowTemplate
  if (!filled) return interactive(m.templateMessage?.interactiveMessageTemplate)
  return lines([filled.hydratedTitleText, filled.hydratedContentText, filled.hydratedFooterText])
}

function menu(m: Message): string | null {
  const { buttonsMessage, listMessage } = m
  if (buttonsMessage) {
    const buttons = (buttonsMessage.buttons ?? []).map((button) => button.buttonText?.displayText)
    return lines([buttonsMessage.text, buttonsMessage.contentText, buttonsMessage.footerText, ...choices(buttons)])
  }
  const rows = (listMessage?.sections ?? []).flatMap(({ rows: inside }) => (inside ?? []).map(({ title }) => title))
  return listMessage
    ? lines([listMessage.title, listMessage.description, listMessage.footerText, ...choices(rows)])
    : null
}

function shop(m: Message): string | null {
  const product = m.productMessage?.product
  if (m.productMessage) return lines([product?.title, product?.description, m.productMessage.body, product?.url])
  return m.orderMessage ? lines([m.orderMessage.orderTitle, m.orderMessage.message]) : null
}

function invitation(m: Message): string | null {
  const { eventMessage: event, groupInviteMessage: group } = m
  if (event) return lines([event.name, event.description, event.location?.name, event.joinLink])
  return group ? lines([group.groupName, group.caption]) : null
}

/** What a card says in plain words, a line each; null for contents that are no card or say nothing. */
export const writtenText = (m: Message): string | null =>
  poll(m) ?? interactive(m.interactiveMessage) ?? template(m) ?? menu(m) ?? shop(m) ?? invitation(m)
