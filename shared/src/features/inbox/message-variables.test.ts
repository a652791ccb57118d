// Variables in messages: every name, every language, and what is no variable.
import { describe, expect, test } from 'vitest'
import { fillVariables, hasVariables, type MessageFacts } from './message-variables.ts'

const facts: MessageFacts = {
  now: new Date('2026-11-21T12:04:05Z'),
  timeZone: 'America/Sao_Paulo',
  language: 'pt',
  contact: { name: 'Mariana Alves', number: '5511987650001', email: 'mariana@exemplo.com.br' },
  user: 'Ana',
  queue: 'Vendas',
  connection: 'Loja',
  company: 'Padaria Aurora',
  ticketId: 12
}

test.each([
  ['{{name}}', 'Mariana Alves'],
  ['{{firstName}}', 'Mariana'],
  ['{{ FIRSTNAME }}', 'Mariana'],
  ['{{number}}', '5511987650001'],
  ['{{ms}}', 'Bom dia'],
  ['{{greeting}}|{{gretting}}', 'Bom dia|Bom dia'],
  ['{{protocol}}', '20261121090405'],
  ['{{hour}}|{{hora}}', '09:04:05|09:04:05'],
  ['{{date}}|{{data}}', '21/11/2026|21/11/2026'],
  ['{{user}} da {{queue}}', 'Ana da Vendas'],
  ['{{connection}}, {{company}}', 'Loja, Padaria Aurora'],
  ['{{ticket_id}}|{{atendimento}}|{{ticket}}', '12|12|12'],
  ['{{nome}}|{{nombre}}|{{primeiro_nome}}|{{primer_nombre}}', 'Mariana Alves|Mariana Alves|Mariana|Mariana'],
  ['{{SAUDAÇÃO}}|{{saudacao}}|{{saludo}}', 'Bom dia|Bom dia|Bom dia'],
  ['{{email}}|{{correo}}', 'mariana@exemplo.com.br|mariana@exemplo.com.br'],
  ['{{atendente}}, {{fila}}, {{empresa}}, {{conexão}}', 'Ana, Vendas, Padaria Aurora, Loja'],
  ['{{ms}} *{{name}}*, meu nome é *{{user}}*!', 'Bom dia *Mariana Alves*, meu nome é *Ana*!']
])('%s becomes %s', (text, filled) => expect(fillVariables(text, facts)).toBe(filled))

test.each(['{{telefone}}', '{name}', '{{}}', '{{constructor}}', '{{name', 'name}}', '{{{{'])(
  '%s stays as it is',
  (text) => expect(fillVariables(text, facts)).toBe(text)
)

test('what is filled in is not looked at again', () =>
  expect(fillVariables('{{name}}', { ...facts, contact: { name: '{{user}}', number: '' } })).toBe('{{user}}'))

test('what is not known leaves nothing behind', () => {
  const { now, timeZone, language } = facts
  expect(fillVariables('[{{name}}{{firstName}}{{user}}{{queue}}{{ticket_id}}]', { now, timeZone, language })).toBe('[]')
})

describe('the greeting follows the clocks of the company', () => {
  test.each([
    ['04:59', 'Boa noite'],
    ['05:00', 'Bom dia'],
    ['11:59', 'Bom dia'],
    ['12:00', 'Boa tarde'],
    ['17:59', 'Boa tarde'],
    ['18:00', 'Boa noite']
  ])('at %s it is %s', (time, greeting) =>
    expect(fillVariables('{{ms}}', { ...facts, now: new Date(`2026-11-21T${time}:00-03:00`) })).toBe(greeting)
  )
  test.each([
    ['en', 'Good morning 11/21/2026'],
    ['es', 'Buenos días 21/11/2026']
  ] as const)('in %s it is %s', (language, filled) =>
    expect(fillVariables('{{ms}} {{date}}', { ...facts, language })).toBe(filled)
  )
})

test('texts without braces are not even looked at', () => expect(hasVariables('Bom dia')).toBe(false))
