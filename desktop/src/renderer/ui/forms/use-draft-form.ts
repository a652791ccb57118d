// A form over a schema of the contract: errors beside a field when it is left, and the server's answers too.
import { useForm, type UseFormReturnType } from '@mantine/form'
import type { z } from 'zod'
import { ApiError } from '#platform/net/api-error.ts'
import { errorText } from '#platform/net/error-text.ts'
import { checkWith, validationText } from '#platform/text/validation.ts'
import { afterPointer } from '../keys/after-pointer.ts'

interface DraftFormOptions<V> {
  initialValues: V
  schema: z.ZodType
  /** Key of the text for empty fields; screens of the specification differ in it. */
  required?: Parameters<typeof checkWith>[1]
  /** Further rules; theirs win over the schema's. */
  check?: (values: V) => Record<string, string>
}

export type DraftForm<V> = UseFormReturnType<V>

/** Builds the form; see FormDialog for the dialog around it. */
export function useDraftForm<V extends Record<string, unknown>>(options: DraftFormOptions<V>): DraftForm<V> {
  const form = useForm<V>({
    initialValues: options.initialValues,
    validate: (values) => ({ ...checkWith(options.schema, options.required)(values), ...options.check?.(values) })
  })
  const getInputProps: DraftForm<V>['getInputProps'] = (path, props) => {
    const given = form.getInputProps(path, props)
    const leave = () => {
      given.onBlur?.()
      afterPointer(() => form.validateField(path))
    }
    return { ...given, onBlur: leave }
  }
  return { ...form, getInputProps }
}

/** Puts the server's refusal beside its fields. Returns the fields that took it. */
export function showRefusal<V>(form: DraftForm<V>, error: unknown, fieldOfCode: Record<string, string> = {}): string[] {
  if (!(error instanceof ApiError)) return []
  const errors: Record<string, string> = {}
  for (const [field, message] of Object.entries(error.fields)) errors[field] = validationText(message)
  const field = fieldOfCode[error.code]
  if (field !== undefined) errors[field] = errorText(error)
  // What was said of a field while it was sent stays.
  if (Object.keys(errors).length > 0) form.setErrors(errors)
  return Object.keys(errors)
}
