// Checks form values with the contract's own schemas and says what is wrong in the person's language.
import i18next from 'i18next'
import type { z } from 'zod'
import { isErrorCode } from '@guiche/shared/kernel/app-error.ts'
import type { validation } from '#locales/pt/validation.ts'

type ValidationKey = keyof typeof validation

/** Sentences that the contract's schemas carry, with our keys for them. */
const known: Record<string, ValidationKey> = {
  Required: 'required',
  'Too Short!': 'tooShort',
  'Too Long!': 'tooLong',
  'Invalid email': 'email',
  'Passwords must match': 'passwordsMustMatch',
  'Mensagem muito curta': 'messageTooShort',
  'nome muito curto': 'nameTooShort',
  'Informe o setor': 'sector',
  'O título da coluna não pode estar vazio.': 'columnTitle',
  'Sua senha precisa ter no mínimo 8 caracteres, sendo uma letra maiúscula, uma minúscula e um número.': 'weakPassword'
}

/** Text for the message of a schema or of the server's `fields`. */
export function validationText(message: string): string {
  const key = known[message]
  if (key) return i18next.t(`validation:${key}`)
  if (isErrorCode(message) && message !== 'ERR_VALIDATION') return i18next.t(`errors:${message}`)
  return i18next.t('validation:invalid')
}

const isEmpty = (value: unknown): boolean =>
  value === '' || value === null || value === undefined || (typeof value === 'string' && value.trim() === '')

const valueAt = (values: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], values)

/** A validator for a form: path of the field -> text. Empty fields that are refused are called required. */
export function checkWith(schema: z.ZodType, requiredKey: ValidationKey = 'required') {
  return (values: unknown): Record<string, string> => {
    const parsed = schema.safeParse(values)
    if (parsed.success) return {}
    const errors: Record<string, string> = {}
    for (const { path, message } of parsed.error.issues) {
      const isMissing = isEmpty(valueAt(values, path))
      errors[path.join('.')] ??= isMissing ? i18next.t(`validation:${requiredKey}`) : validationText(message)
    }
    return errors
  }
}
