// A text that goes to customers, growing with what is typed.
import type { DraftForm } from '#ui/forms/use-draft-form.ts'
import { VariableTextarea } from '#ui/forms/VariableTextarea.tsx'
import type { ConnectionValues } from './connection-form.ts'

const variables = ['name', 'firstName', 'greeting', 'date', 'time', 'protocol', 'company', 'connection'] as const

interface MessageFieldProps {
  form: DraftForm<ConnectionValues>
  name: keyof ConnectionValues & string
  label: string
  hint?: string
}

export function MessageField({ form, name, label, hint }: MessageFieldProps) {
  return (
    <VariableTextarea
      label={label}
      description={hint}
      minRows={2}
      maxRows={8}
      variables={variables}
      {...form.getInputProps(name)}
      onText={(text) => form.setFieldValue(name, text)}
    />
  )
}
