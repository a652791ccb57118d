// Hiding numbers: what goes, however it is written, and what has to stay.
import { expect, test } from 'vitest'
import { candidatesIn, hideInName, hideNumbers } from './hide-numbers.ts'

const known = new Set(['5521987612345', '34912345678'])
const hidden = '+55 (21) 9••••-••45'

test.each([
  ['5521987612345', hidden],
  ['21 98761 2345', hidden],
  ['Rui +55 (21) 98761-2345', `Rui ${hidden}`],
  ['Rui 21.98761.2345 e Ana (11) 3456-7890', `Rui ${hidden} e Ana +55 (11) ••••-••90`],
  ['11 98765-4321 21 98761-2345', `+55 (11) 9••••-••21 ${hidden}`],
  ['+351 912 345 678', '+351 ••••••78'],
  ['351912345678', '+351 ••••••78'],
  ['5521987612345@s.whatsapp.net', hidden],
  ['5521987612345-1400000000@g.us', hidden],
  ['Maria Souza', 'Maria Souza'],
  ['Turma 2024-2025', 'Turma 2024-2025'],
  ['Casa 123.456.789-01', 'Casa 123.456.789-01'],
  ['120363012345678901@g.us', '120363012345678901@g.us']
])('the name %j shows as %j', (name, shown) => {
  expect(hideInName(name)).toBe(shown)
  expect(hideNumbers({ contact: { name } })).toEqual({ contact: { name: shown } })
})

test.each([
  ['Seu número é 21 98761-2345?', `Seu número é ${hidden}?`],
  ['https://wa.me/5521987612345', `https://wa.me/${hidden}`],
  ['no 912345678 ou 34 912 345 678', 'no 912345678 ou +34 ••••••78'],
  ['Ligue (11) 4004-1234, protocolo 20261128123456', 'Ligue (11) 4004-1234, protocolo 20261128123456'],
  ['CPF 123.456.789-01, R$ 1.234.567,89', 'CPF 123.456.789-01, R$ 1.234.567,89']
])('what the desk wrote, %j, shows as %j', (body, shown) => {
  expect(hideNumbers({ body, fromMe: true }, known)).toEqual({ body: shown, fromMe: true })
})

test('what a customer wrote stays, but for whom they mention', () => {
  const said = { body: 'meu número é 21 98761-2345 @5521987612345', fromMe: false }
  expect(hideNumbers(said, known)).toEqual({ ...said, body: `meu número é 21 98761-2345 @${hidden}` })
})

test('contact cards lose their numbers, however they are written', () => {
  const card = (tel: string) => `BEGIN:VCARD\nFN:Rui +55 21 98761-2345\n${tel}\nEND:VCARD`
  const shown = `BEGIN:VCARD\nFN:Rui ${hidden}\nTEL:${hidden}\nEND:VCARD`
  for (const tel of [
    'TEL:+55 21 98761-2345',
    'item1.TEL;waid=5521987612345:+55 21\n  98761-2345',
    'tel;type=CELL:5521987612345'
  ])
    expect(hideNumbers({ body: card(tel), fromMe: false, mediaType: 'vcard' })).toMatchObject({ body: shown })
})

test('records of customers lose theirs; lines of the company, groups, files and moments stay', () => {
  const group = { id: 1, name: 'Família', number: '120363012345678901', isGroup: true }
  const left = {
    whatsapp: { id: 1, name: 'Linha (11) 98765-4321', number: '5511987654321', status: 'CONNECTED' },
    contact: group,
    mediaUrl: 'https://desk.test/public/5521987612345/a.png',
    createdAt: '2026-11-28T12:34:56.789Z',
    uuid: '21987612-3450-4000-8000-000000000000'
  }
  expect(hideNumbers(left, known)).toEqual(left)
  const person = {
    id: 2,
    name: '5521987612345',
    number: '5521987612345',
    extraInfo: [{ name: 'Recado', value: '(11) 98765-4321' }]
  }
  expect(hideNumbers({ contacts: [person], sender: { senderName: '+55 21 98761-2345' } })).toEqual({
    contacts: [{ id: 2, name: hidden, number: hidden, extraInfo: [{ name: 'Recado', value: '+55 (11) 9••••-••21' }] }],
    sender: { senderName: hidden }
  })
})

test('numbers that an answer has are known, and those that may be are asked for', () => {
  const { certain, possible } = candidatesIn({
    contact: { number: '5521987612345' },
    message: { body: 'ou 11 98765-4321', fromMe: true },
    theirs: { body: '11 91234-5678', fromMe: false }
  })
  expect([...certain]).toEqual(['5521987612345', '552187612345'])
  expect([...possible]).toContain('5511987654321')
  expect([...possible].some((one) => one.includes('912345678'))).toBe(false)
})
