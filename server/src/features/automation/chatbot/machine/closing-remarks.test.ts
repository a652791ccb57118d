// What ends a conversation, and what only looks like it.
import { expect, test } from 'vitest'
import { isClosingRemark } from './closing-remarks.ts'

test.each([
  'Obrigado',
  'obrigada!',
  'Muito obrigada pela atenção 😊',
  'Não, obrigado',
  'Eu que agradeço, bom dia!',
  'Valeu, tchau',
  'ok',
  '*OK* 👍',
  'Thanks!',
  'Thank you so much, have a nice day',
  'No, thanks',
  'Muchas gracias',
  'Gracias a usted, hasta luego',
  '👍🏽',
  '❤️',
  '🙏 🙏'
])('%j ends a conversation', (text) => expect(isClosingRemark(text)).toBe(true))

test.each([
  '',
  ' ',
  'Bom dia',
  'Boa tarde, tudo bem?',
  'Obrigado, mas ainda não funciona',
  'Ok, e o boleto',
  'ok?',
  'Obrigado pela entrega 2',
  'Não',
  '3',
  '👎',
  '😡',
  '…'
])('%j does not', (text) => expect(isClosingRemark(text)).toBe(false))
