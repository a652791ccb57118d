// What a short answer of a customer to a campaign means.

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()

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
export const meaningOf = (text: string): Meaning => {
  const said = plain(text)
  if (optOutWords.has(said)) return 'opt-out'
  if (ambiguousWords.has(said)) return 'maybe-opt-out'
  return noWords.has(said) ? 'no' : 'yes'
}
