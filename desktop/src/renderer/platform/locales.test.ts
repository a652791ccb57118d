// Texts: the same keys in every language, a sentence for every error code, and no key left empty.
import i18next from 'i18next'
import { expect, test } from 'vitest'
import { errorStatus, type ErrorCode } from '@guiche/shared/kernel/app-error.ts'
import { connectionReasons, connectionStatuses } from '@guiche/shared/features/inbox/connections.ts'
import { simulator as simulatorEn } from '#locales/en/simulator.ts'
import { en as consoleEn } from '#locales/en.ts'
import { simulator as simulatorEs } from '#locales/es/simulator.ts'
import { es as consoleEs } from '#locales/es.ts'
import { simulator as simulatorPt } from '#locales/pt/simulator.ts'
import { pt as consolePt } from '#locales/pt.ts'
import { ApiError } from './net/api-error.ts'
import { errorText } from './net/error-text.ts'
import { languages } from '@guiche/shared/kernel/languages.ts'
import { changeLanguage } from './text/i18n.ts'

/** The console's, and those that the page of the simulator brings along. */
const pt = { ...consolePt, simulator: simulatorPt }
const en = { ...consoleEn, simulator: simulatorEn }
const es = { ...consoleEs, simulator: simulatorEs }
const texts = { pt, en, es }
function keysOf(language: keyof typeof texts): string[] {
  return Object.entries(texts[language])
    .flatMap(([namespace, values]) => Object.keys(values).map((key) => `${namespace}:${key}`))
    .toSorted()
}

const placeholders = (text: string): string[] => (text.match(/\{\{\w+\}\}/g) ?? []).toSorted()

test.each(['en', 'es'] as const)('%s has the keys of Portuguese', (language) => {
  expect(keysOf(language)).toEqual(keysOf('pt'))
})

test.each(['en', 'es'] as const)('%s fills in the same values', (language) => {
  for (const [namespace, values] of Object.entries(pt)) {
    for (const [key, text] of Object.entries(values)) {
      const other = (texts[language] as unknown as Record<string, Record<string, string>>)[namespace]?.[key] ?? ''
      expect(placeholders(other), `${namespace}:${key}`).toEqual(placeholders(text))
      expect(other.trim(), `${namespace}:${key}`).not.toBe('')
    }
  }
})

test('Spanish speaks to its reader as tú, never as usted', () => {
  const formal =
    /(?:^|[.:;] |[¿¡])(?:usted|abra|acepte|agregue|anote|cree|elija|escriba|espere|haga|indique|intente|registre|rechace|revise|seleccione|toque|use|verifique) |desea | (?:modifique|use) |(?:nga|que|áse)l[ao]s?(?!\p{L})/iu
  const found = Object.values(es).flatMap((values) => Object.values(values).filter((text) => formal.test(text)))
  expect(found).toEqual([])
})

/** Words that are written alike in English and in Portuguese or Spanish. */
const international = new Set(
  (
    'agenda api ai audio bot chats code cvv e-mail english error id no español general guichê kanban latitude login longitude min offline online open plan ' +
    'português prompt prompts qr status sticker super supervisor tag tags ticket tokens total variables video videos volume webhook webhooks'
  ).split(' ')
)

/** What gives a text of another language away. */
const foreign = {
  pt: /\b(?:the|your|must|usted|también)\b|ción|ñ/i,
  en: /\b(?:não|você|usted|una)\b|ção|ción/i,
  es: /\b(?:the|your|must|não|você)\b|ção|ções/i
}
/** Languages are called as they call themselves; the other the specification gives in Portuguese for everybody. */
const always = new Set(['layout:pt', 'layout:en', 'layout:es', 'errors:ERR_COMPANY_NAME_ALREADY_EXISTS'])

test.each(languages)('%s has no text of another language', (language) => {
  const english = en as unknown as Record<string, Record<string, string>>
  const isEnglish = (text: string, namespace: string, key: string): boolean => {
    const words = text
      .replace(/\{\{\w+\}\}/g, '')
      .toLowerCase()
      .match(/[\p{L}-]{2,}/gu)
    return text === english[namespace]?.[key] && words?.every((word) => international.has(word)) === false
  }
  const found = Object.entries(texts[language]).flatMap(([namespace, values]) =>
    Object.entries(values as Record<string, string>).filter(
      ([key, text]) =>
        !always.has(`${namespace}:${key}`) &&
        (foreign[language].test(text) || (language !== 'en' && isEnglish(text, namespace, key)))
    )
  )
  expect(found).toEqual([])
})

test.each(languages)('every error code has a sentence in %s', async (language) => {
  await changeLanguage(language)
  for (const code of Object.keys(errorStatus) as ErrorCode[]) {
    const text = errorText(new ApiError(400, { error: code }))
    expect(text, code).not.toBe(code)
    expect(text.length, code).toBeGreaterThan(5)
  }
})

test('every status and reason of a connection has a word', () => {
  for (const status of connectionStatuses) expect(i18next.exists(`connections:status_${status}`)).toBe(true)
  for (const reason of connectionReasons) expect(i18next.exists(`connections:reason_${reason}`)).toBe(true)
})

test('an error is told as its translation, its raw code, its plain text, or the last resort', () => {
  expect(errorText(new ApiError(400, { error: 'ERR_DUPLICATED_CONTACT' }))).toBe(
    'Já existe um contato com este número.'
  )
  expect(errorText(new ApiError(400, { error: 'ERR_OF_TOMORROW' }))).toBe('ERR_OF_TOMORROW')
  expect(errorText('Selecione uma fila')).toBe('Selecione uma fila')
  expect(errorText(new ApiError(502, {}))).toBe('Ocorreu um erro. Tente de novo.')
  expect(errorText(undefined)).toBe('Ocorreu um erro. Tente de novo.')
})

test('a value that the server names stands in the sentence', () => {
  const error = new ApiError(400, { error: 'ERR_PLAN_LIMIT_QUEUES', values: { limit: 3 } })
  expect(errorText(error)).toContain('3')
  expect(errorText(new ApiError(429, { error: 'ERR_TOO_MANY_REQUESTS', values: { seconds: 40 } }))).toContain(
    '40 segundos'
  )
})

test('zero is counted in the plural', async () => {
  await changeLanguage('pt')
  expect(i18next.t('words:unread', { count: 0 })).toBe('0 mensagens não lidas')
  expect(i18next.t('words:unread', { count: 1 })).toBe('1 mensagem não lida')
  expect(i18next.t('tags:deleteText', { count: 0 })).toBe('Nenhum atendimento tem esta tag.')
})

test('the chosen language is remembered and marks the page', async () => {
  await changeLanguage('es')
  expect(localStorage.getItem('language')).toBe('es')
  expect(document.documentElement.lang).toBe('es')
  expect(i18next.t('save')).toBe('Guardar')
})
