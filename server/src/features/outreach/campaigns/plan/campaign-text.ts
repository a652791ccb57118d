// What a short answer of a customer to a campaign means.
import { plain } from '#features/automation/chatbot/machine/plain-text.ts'

const optOutWords = new Set([
  'sair',
  'parar',
  'pare',
  'stop',
  'descadastrar',
  'descadastre',
  'nao quero receber',
  'nao quero receber mais',
  'nao quero mais receber',
  'unsubscribe',
  'baja',
  'salir',
  'no quiero recibir'
])
/** An opt-out right behind a campaign's message; anywhere else they may mean an order, a table, an appointment. */
const ambiguousWords = new Set(['para', 'cancelar', 'cancela', 'remover', 'nao quero', 'nao quero mais', 'no quiero'])
const noWords = new Set(['nao', 'n', 'no', '2', 'nao obrigado', 'nao obrigada'])

export type Meaning = 'opt-out' | 'maybe-opt-out' | 'no' | 'yes'

/** Anything that is no refusal is taken as a yes to a question. */
export function meaningOf(text: string): Meaning {
  const said = plain(text)
  if (optOutWords.has(said)) return 'opt-out'
  if (ambiguousWords.has(said)) return 'maybe-opt-out'
  return noWords.has(said) ? 'no' : 'yes'
}

/** A yes with which nothing else is said. */
const yesWords = new Set(
  (
    'sim s ss claro quero aceito pode podem podemos ok okay blz beleza certo combinado isso favor por manda mande mandar envia ' +
    'envie enviar obrigado obrigada yes y yep sure please thanks si vale dale gracias 1'
  ).split(' ')
)

/** True for nothing but a yes or a no: no person and no bot has to answer it. */
export function isBareAnswer(text: string): boolean {
  if (text.includes('?')) return false
  const said = plain(text)
  if (said === '') return /^(?:[👍👌🙏✅]|\p{Emoji_Modifier}|\uFE0F|\s)+$/u.test(text)
  return noWords.has(said) || said.split(' ').every((word) => yesWords.has(word))
}
