// Which columns of a sheet are which, what is put right, what is merged, and what is refused.
import { expect, test } from 'vitest'
import { headingRows, readContactRows } from './read-contact-rows.ts'

const read = (...rows: string[][]) => readContactRows(rows)

test.each([
  [['Nome', 'Número', 'E-mail']],
  [['NOME COMPLETO', 'Telefone', 'e-mail']],
  [['name', 'phone', 'Email']],
  [['Nombre', 'WhatsApp', 'Correo electrónico']],
  [['Full name', 'Phone number', 'Email address']],
  [['Cliente', 'Celular/WhatsApp', 'E-mail (opcional)']]
])('knows the headings %j', (headings) => {
  const found = read(headings, ['Ana Lima', '5511987654321', 'ana@exemplo.com'])
  expect(found?.contacts).toEqual([
    { name: 'Ana Lima', number: '5511987654321', email: 'ana@exemplo.com', extraInfo: [] }
  ])
})

test('headings may come in any order, below empty rows, and what else there is becomes further information', () => {
  const found = read(
    [],
    ['', ''],
    ['CPF', 'Número', 'Nome', ''],
    ['123', '11 98765-4321', 'Ana', 'sem título'],
    ['', '']
  )
  expect(found).toMatchObject({ total: 1, bad: [] })
  expect(found?.contacts).toEqual([
    { name: 'Ana', number: '5511987654321', email: '', extraInfo: [{ name: 'CPF', value: '123' }] }
  ])
})

test('a title and remarks may stand above the headings, and the rows keep their numbers', () => {
  const found = read(
    ['Clientes da loja', '', ''],
    ['Atualizado em', '03/11/2026'],
    [],
    ['Nome', 'Telefone', 'Bairro'],
    ['Ana', '11 98765-4321', 'Centro'],
    ['Bia', '1', '']
  )
  expect(found).toMatchObject({ total: 2, bad: [{ row: 6, name: 'Bia' }] })
  expect(found?.contacts).toMatchObject([{ name: 'Ana', extraInfo: [{ name: 'Bairro', value: 'Centro' }] }])
})

test('headings far down are none: what stands above them would be left out without a word', () => {
  const people = Array.from({ length: headingRows }, (_, at) => [`Pessoa ${at}`, String(5_511_987_650_000 + at)])
  expect(read(...people, ['Nome', 'Número'], ['Ana', '5511987654321'])).toBeNull()
})

test('without a column for the name or the number nothing is read', () => {
  expect(read(['Nome', 'CPF'], ['Ana', '1'])).toBeNull()
  expect(read(['Número'], ['5511987654321'])).toBeNull()
  expect(read()).toBeNull()
})

test('rows of one number, in either spelling, are merged, the first wins', () => {
  const found = read(
    ['Nome', 'Número', 'E-mail', 'Bairro'],
    ['Ana', '5511987654321', '', 'Centro'],
    ['Ana L.', '(11) 8765-4321', 'ana@exemplo.com', 'Norte'],
    ['Ana Lima', '551187654321', 'outra@exemplo.com', '']
  )
  expect(found?.merged).toBe(2)
  expect(found?.contacts[0]).toEqual({
    name: 'Ana',
    number: '5511987654321',
    email: 'ana@exemplo.com',
    extraInfo: [{ name: 'Bairro', value: 'Centro' }]
  })
})

test('a number whose last digits the sheet has rounded away is nobody’s', () => {
  const found = read(
    ['Nome', 'Número'],
    ['Ana', '5.511987654321E+12'],
    ['Bia', '5,51199E+12'],
    ['Caio', '5.51198765E+12'],
    ['Davi', '5E+12']
  )
  expect(found?.contacts.map(({ number }) => number)).toEqual(['5511987654321'])
  expect(found?.bad.map(({ row, number, problem }) => [row, number, problem])).toEqual([
    [3, '5,51199E+12', 'number-rounded'],
    [4, '5.51198765E+12', 'number-rounded'],
    [5, '5E+12', 'number-rounded']
  ])
})

test('rows that cannot be taken are reported with the number the sheet gives them', () => {
  const found = read(
    ['Nome', 'Número', 'E-mail'],
    ['A', '5511987654321', ''],
    ['A'.repeat(51), '5511987654321', ''],
    ['Ana', '', ''],
    ['Ana', '123', ''],
    ['', '', ''],
    ['Ana', '5511987654321', 'ana'],
    ['A\u0000na', '5511987654321', '']
  )
  expect(found?.contacts).toEqual([])
  expect(found?.total).toBe(6)
  expect(found?.bad.map(({ row, problem }) => [row, problem])).toEqual([
    [2, 'name-short'],
    [3, 'name-long'],
    [4, 'number-missing'],
    [5, 'number-invalid'],
    [7, 'email-invalid'],
    [8, 'text-unreadable']
  ])
})
