// Proves that texts nobody uses are found, and those that are used in some way are not.
import { expect, test } from 'vitest'
import { unusedTexts } from './unused-texts.ts'

function screen(source: string, file = 'features/inbox/tags/TagsPage.tsx') {
  return { file: `desktop/src/renderer/${file}`, source }
}

function unused(texts: Record<string, Record<string, string>>, source: string): string[] {
  return unusedTexts(process.cwd(), texts, [screen(source)])
}

test.each([
  ['whole', "useTranslation('tags'); t('title')"],
  ['by its full name', "t('tags:title')"],
  ['built around a value', "useTranslation('tags'); t(`ti${x}le`)"],
  ['as one of a namespace that is asked as a whole', "t(`tags:${key}`); const keys = ['title']"]
])('a text that is used %s is not found', (_way, source) => {
  expect(unused({ tags: { title: 'Tags' } }, source)).toEqual([])
})

test('a text is found that stands nowhere, or where its namespace is not named', () => {
  const texts = { tags: { title: 'Tags', gone: 'Foi' }, words: { save: 'Salvar' } }
  expect(unused(texts, "useTranslation('tags'); t('title')")).toEqual(['tags:gone', 'words:save'])
  expect(unused(texts, "t('title'); t('gone'); t('save')")).toEqual(['tags:title', 'tags:gone'])
})

test('plurals, values of the contract and the keys of record screens are used', () => {
  const texts = {
    contacts: { count_one: '{{count}}', count_other: '{{count}}', alreadyYours: 'Já é seu', add: 'Novo' }
  }
  const sources = [
    screen(
      "import { bulk } from '@guiche/shared/features/inbox/ticket-bulk.ts'; useTranslation('contacts'); t('count')"
    ),
    screen("t('add' as never)", 'ui/records/RecordScreen.tsx')
  ]
  expect(unusedTexts(new URL('../..', import.meta.url).pathname, texts, sources)).toEqual([])
})
