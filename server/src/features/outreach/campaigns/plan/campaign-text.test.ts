// Variables of campaigns, and what short answers mean.
import { expect, test } from 'vitest'
import { fillCampaignText } from '@guiche/shared/features/outreach/campaign-text.ts'
import { isBareAnswer, meaningOf } from './campaign-text.ts'

const person = { name: 'Ana $& Lima', number: '5511987654321', email: '' }

test('knows the person and the shortcuts of the company, and leaves the rest', () => {
  const own = [{ key: 'loja', value: 'Padaria {nome}' }]
  const text = 'Olá {{nome}}! {{LOJA}}: {{número}}{{email}} {{outra}} {{saudação}} {{ primeiro_nome }}'
  expect(fillCampaignText(text, person, own)).toBe(
    'Olá Ana $& Lima! Padaria {nome}: 5511987654321 {{outra}} {{saudação}} Ana'
  )
})

test('understands the single braces of other clients, and leaves those that mean nothing', () => {
  const own = [{ key: 'loja', value: 'Padaria' }]
  expect(fillCampaignText('{nome} {LOJA} {numero} {outra} {{{nome}}} { nome }', person, own)).toBe(
    'Ana $& Lima Padaria 5511987654321 {outra} {Ana $& Lima} { nome }'
  )
})

test.each([
  ['SAIR', 'opt-out'],
  [' Não quero receber mais. ', 'opt-out'],
  ['Para', 'maybe-opt-out'],
  ['cancelar!', 'maybe-opt-out'],
  ['Não', 'no'],
  ['2', 'no'],
  ['Sim!', 'yes'],
  ['não sei se quero, me conte', 'yes']
])('%j means %s', (text, meaning) => {
  expect(meaningOf(text)).toBe(meaning)
})

test.each([
  ['Sim', true],
  ['sim, pode enviar por favor!', true],
  ['👍🏽', true],
  ['NÃO', true],
  ['Sim?', false],
  ['Sim, e quero um bolo', false],
  ['😡', false]
])('%s is a bare answer: %s', (text, is) => expect(isBareAnswer(text)).toBe(is))
