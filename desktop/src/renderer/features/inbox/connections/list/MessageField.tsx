// A text that goes to customers, growing with what is typed.
import { Textarea } from '@mantine/core'
import type { DraftForm } from '#ui/forms/use-draft-form.ts'
import type { ConnectionValues } from './connection-form.ts'

interface MessageFieldProps {
  form: DraftForm<ConnectionValues>
  name: keyof ConnectionValues & string
  label: string
  hint?: string
}

export function MessageField({ form, name, label, hint }: MessageFieldProps) {
  return (
    <Textarea label={label} description={hint} minRows={2} maxRows={8} maxLength={4096} {...form.getInputProps(name)} />
  )
}
