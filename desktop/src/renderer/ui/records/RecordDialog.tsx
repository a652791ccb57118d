// The dialog that adds a record or edits one, by the definition of its form.
import type { ReactNode } from 'react'
import { FormDialog } from '../forms/FormDialog.tsx'
import type { FormExtras, RecordFormDefinition, Values } from './record-form.ts'
import { RecordFields } from './RecordFields.tsx'
import type { TextKey, Words } from './record-texts.ts'
import { useRecordForm } from './use-record-form.tsx'

interface RecordDialogProps<T, V extends Values, W extends Words, S> {
  form: RecordFormDefinition<T, V, W, S>
  /** Absent to add one. */
  record?: T | undefined
  /** What a new one starts with, beside what the definition says. */
  initial?: Partial<V> | undefined
  title?: string | undefined
  /** Called with the stored record before the dialog closes. */
  onSaved?: ((saved: S) => void) | undefined
  /** What else is to happen, left of the buttons. */
  aside?: ReactNode
  onClose: () => void
}

function NoExtras({ children }: { children: (extras: FormExtras) => ReactNode }) {
  return children({})
}

/** Mount it to open it; `onClose` is called when it has gone. */
export function RecordDialog<T, V extends Values, W extends Words, S>(props: RecordDialogProps<T, V, W, S>) {
  const { form: definition, record, initial, title, onSaved, aside, onClose } = props
  const { t, context, isOver, save, fieldOfCode, passwordField } = useRecordForm(definition, record, initial)
  const { titles, size, onInvalid, fields, extras: Extras = NoExtras } = definition
  const said = record ? (titles?.edit ?? 'edit') : (titles?.add ?? 'add')
  return (
    <Extras context={context}>
      {(extras) => (
        <FormDialog
          title={title ?? t(said as TextKey<W>)}
          form={context.form}
          onSubmit={async (values) => {
            const saved = await save(values)
            onSaved?.(saved)
          }}
          onClose={onClose}
          closeOnEscape={!isOver}
          fieldOfCode={fieldOfCode}
          aside={aside ?? extras.aside}
          {...(onInvalid ? { onInvalid } : {})}
          {...(size ? { size } : {})}
          {...(definition.failure ? { failure: t(definition.failure) } : {})}
        >
          <RecordFields fields={fields} context={context} isFocused />
          {passwordField}
          {extras.below}
        </FormDialog>
      )}
    </Extras>
  )
}
