// What the dialog of a record and the form above a table have in common: the values, their check, and how they are saved.
import { useState } from 'react'
import { errorText } from '#platform/net/error-text.ts'
import { notify } from '#platform/device/notify.ts'
import { useUser } from '#platform/session/session.ts'
import { CurrentPasswordField } from '../forms/CurrentPasswordField.tsx'
import { currentPasswordCodes, useAskedPassword } from '../forms/use-asked-password.ts'
import { useDraftForm } from '../forms/use-draft-form.ts'
import type { FormContext, RecordFormDefinition, Values } from './record-form.ts'
import { useTexts, type Words } from './record-texts.ts'

export function useRecordForm<T, V extends Values, W extends Words, S>(
  definition: RecordFormDefinition<T, V, W, S>,
  record: T | undefined,
  /** What a new one starts with, beside what the definition says. */
  initial?: Partial<V>
) {
  const t = useTexts(definition.words)
  const user = useUser()
  // One whose file was refused is not created a second time.
  const [made, setMade] = useState<S>()
  const stored = made ?? record
  const { isAsked, listen, missed, confirmed } = useAskedPassword()
  const { asksPassword = false, schema, attach } = definition
  const form = useDraftForm<V>({
    initialValues: { ...definition.values(record), ...initial, ...(asksPassword ? { currentPassword: '' } : {}) },
    schema: typeof schema === 'function' ? schema(record) : schema,
    ...(definition.required ? { required: definition.required } : {}),
    check: (values) => ({
      ...definition.check?.(values, { t, record }),
      ...(asksPassword ? missed(values['currentPassword'] as string) : {})
    })
  })
  const [isOver, setOver] = useState(false)
  const context: FormContext<T, V, W> = { form, record, stored: stored as T | undefined, user, t, setOver }

  const save = async ({ currentPassword, ...values }: V): Promise<S> => {
    const body = { ...values, ...(asksPassword ? confirmed(currentPassword as string) : {}) } as unknown as V
    let saved = await listen(definition.save(body, context.stored, form))
    if (attach) setMade(saved)
    definition.keep?.(saved)
    if (attach) {
      try {
        saved = await attach.save(saved, body)
        definition.keep?.(saved)
      } catch (error) {
        form.setFieldError(attach.field, errorText(error))
        throw error
      }
    }
    notify.success(t(definition.done ?? ('saved' as never)))
    return saved
  }
  return {
    t,
    context,
    isOver,
    save,
    fieldOfCode: { ...definition.fieldOfCode, ...(asksPassword ? currentPasswordCodes : {}) },
    passwordField: isAsked && <CurrentPasswordField {...form.getInputProps('currentPassword')} />
  }
}
