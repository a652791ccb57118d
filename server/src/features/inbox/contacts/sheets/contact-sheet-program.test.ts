// The program that reads a sheet of contacts: what it hands over, and that the node goes on meanwhile.
import { expect, test } from 'vitest'
import { mostImportRows } from '@guiche/shared/features/inbox/contact-sheets.ts'
import type { ContactDraft } from '@guiche/shared/features/inbox/contacts.ts'
import { createFileReader, fileInMemory } from '#platform/readers/file-reader.ts'
import { readOrder, type ReadSheet, type SheetOrder } from './contact-sheet-program.ts'

const program = new URL('./contact-sheet-program.ts', import.meta.url)
const read = (lines: unknown[]) => readOrder({ stepSize: 250 }, fileInMemory(Buffer.from(lines.join('\n'))))

test('a large sheet is read beside other work, and comes in packed steps that are opened one at a time', async () => {
  const rows = Array.from({ length: 5_001 }, (_, at) => `Pessoa ${at};${5_511_980_000_000 + at}`)
  const file = fileInMemory(Buffer.from(['Nome;Número', ...rows, 'Ana;1'].join('\n')))
  const reader = createFileReader<SheetOrder, ReadSheet>({ program, memory: 512, patience: 60_000, isReused: false })
  let turns = 0
  const timer = setInterval(() => turns++, 0)
  const { steps, ...found } = await reader.read({ stepSize: 250 }, file, { companyId: 1, longestWait: null })
  clearInterval(timer)
  expect(turns).toBeGreaterThan(2)
  expect(found).toMatchObject({ total: 5_002, merged: 0, bad: 1, badRows: [{ row: 5_003, problem: 'number-invalid' }] })
  const opened = steps.map((step) => JSON.parse(new TextDecoder().decode(step)) as ContactDraft[])
  expect(opened.map(({ length }) => length)).toEqual([...Array.from({ length: 20 }, () => 250), 1])
  expect(opened.flat().at(-1)).toEqual({ name: 'Pessoa 5000', number: '5511980005000', email: '', extraInfo: [] })
})

test('a title above the headings says nothing about how the columns are parted, and is no row too many', async () => {
  const rows = Array.from({ length: mostImportRows }, (_, at) => `Pessoa ${at},${5_511_980_000_000 + at}`)
  const { total, bad } = (await read(['Clientes', '', 'Nome,Número', ...rows])) as ReadSheet
  expect({ total, bad }).toEqual({ total: mostImportRows, bad: 0 })
  expect(await read(['Nome,Número', ...rows, rows[0]])).toBe('too-many-rows')
})

test('what is no sheet is an error', async () => {
  await expect(readOrder({ stepSize: 250 }, fileInMemory(Buffer.from([0x50, 0x4b, 3, 4, 1])))).rejects.toThrow('broken')
})
