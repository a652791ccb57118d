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
  'para',
  'stop',
  'cancelar',
  'descadastrar',
  'remover',
  'nao quero',
  'nao quero mais',
  'nao quero receber',
  'unsubscribe',
  'baja',
  'salir'
])
const noWords = new Set(['nao', 'n', 'no', '2', 'nao obrigado', 'nao obrigada'])

/** Anything that is no refusal is taken as a yes to a question. */
export const meaningOf = (text: string): 'opt-out' | 'no' | 'yes' => {
  const said = plain(text)
  if (optOutWords.has(said)) return 'opt-out'
  return noWords.has(said) ? 'no' : 'yes'
}
