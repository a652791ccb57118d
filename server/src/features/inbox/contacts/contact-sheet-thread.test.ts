// The thread that reads a sheet of contacts: what it hands over, and that the node goes on meanwhile.
import { expect, test } from 'vitest'
import { mostImportRows } from '@guiche/shared/features/inbox/contact-sheets.ts'
import type { ContactDraft } from '@guiche/shared/features/inbox/contacts.ts'
import { runSheetThread } from '#platform/sheets/sheets.ts'
import type { ReadSheet, SheetOrder } from './contact-sheet-thread.ts'

const program = new URL('./contact-sheet-thread.ts', import.meta.url)

test('a large sheet is read beside other work, and comes in packed steps that are opened one at a time', async () => {
  const rows = Array.from({ length: 5_001 }, (_, at) => `Pessoa ${at};${5_511_980_000_000 + at}`)
  const order: SheetOrder = { bytes: Buffer.from(['Nome;Número', ...rows, 'Ana;1'].join('\n')), stepSize: 250 }
  let turns = 0
  const timer = setInterval(() => turns++, 0)
  const { steps, ...found } = await runSheetThread<ReadSheet>(program, order)
  clearInterval(timer)
  expect(turns).toBeGreaterThan(2)
  expect(found).toMatchObject({ total: 5_002, merged: 0, bad: 1, badRows: [{ row: 5_003, problem: 'number-invalid' }] })
  const opened = steps.map((step) => JSON.parse(new TextDecoder().decode(step)) as ContactDraft[])
  expect(opened.map(({ length }) => length)).toEqual([...Array.from({ length: 20 }, () => 250), 1])
  expect(opened.flat().at(-1)).toEqual({ name: 'Pessoa 5000', number: '5511980005000', email: '', extraInfo: [] })
})

test('a title above the headings says nothing about how the columns are parted, and is no row too many', async () => {
  const rows = Array.from({ length: mostImportRows }, (_, at) => `Pessoa ${at},${5_511_980_000_000 + at}`)
  const order: SheetOrder = { bytes: Buffer.from(['Clientes', '', 'Nome,Número', ...rows].join('\n')), stepSize: 250 }
  const { total, bad } = await runSheetThread<ReadSheet>(program, order)
  expect({ total, bad }).toEqual({ total: mostImportRows, bad: 0 })
  const more: SheetOrder = { ...order, bytes: Buffer.from(['Nome,Número', ...rows, rows[0]].join('\n')) }
  expect(await runSheetThread(program, more)).toBe('too-many-rows')
})

test('what is no sheet is an error and not the end of the node', async () => {
  const order: SheetOrder = { bytes: Buffer.from([0x50, 0x4b, 3, 4, 1]), stepSize: 250 }
  await expect(runSheetThread(program, order)).rejects.toThrow()
})
