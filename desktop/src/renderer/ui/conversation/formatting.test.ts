// WhatsApp's marks around a selection, which is written here as [ and ].
import { expect, test } from 'vitest'
import { formatEdit, type Format } from './formatting.ts'

function apply(marked: string, format: Format): string {
  const start = marked.indexOf('[')
  const end = marked.indexOf(']') - 1
  const text = marked.replace('[', '').replace(']', '')
  const { from, to, text: put, selection } = formatEdit(text, [start, end], format)
  const changed = text.slice(0, from) + put + text.slice(to)
  const [first, last] = selection
  return `${changed.slice(0, first)}[${changed.slice(first, last)}]${changed.slice(last)}`
}

test.each<[Format, string, string]>([
  ['bold', 'Olá [mundo]!', 'Olá *[mundo]*!'],
  ['bold', 'Olá *[mundo]*!', 'Olá [mundo]!'],
  ['bold', 'Olá [*mundo*]!', 'Olá [mundo]!'],
  ['italic', 'Olá[ mundo ]!', 'Olá _[mundo]_ !'],
  ['italic', 'Olá []', 'Olá _[]_'],
  ['italic', 'Olá _[]_', 'Olá []'],
  ['bold', '[*]', '*[*]*'],
  ['list', '[um\ndois]\ntrês', '[- um\n- dois]\ntrês'],
  ['list', '[- um\n- dois]\ntrês', '[um\ndois]\ntrês'],
  ['list', 'um\nd[]ois', 'um\n- dois[]'],
  ['list', '[]', '- []'],
  ['bold', '[👍🏽 sim]', '*[👍🏽 sim]*']
])('%s: %j becomes %j', (format, before, after) => {
  expect(apply(before, format)).toBe(after)
})
