// A text to customers that grows with what is typed, with its variables in the corner.
import { useState } from 'react'
import { Textarea, type TextareaProps } from '@mantine/core'
import type { Variable } from '@guiche/shared/features/inbox/message-variables.ts'
import { insertAtCursor } from '../conversation/writing.ts'
import classes from './variable-menu.module.css'
import { VariableMenu } from './VariableMenu.tsx'

interface VariableTextareaProps extends TextareaProps {
  variables: readonly Variable[]
  /** Puts a whole text in the place of the present one. */
  onText: (text: string) => void
}

export function VariableTextarea({ variables, onText, ...props }: VariableTextareaProps) {
  const [field, setField] = useState<HTMLTextAreaElement | null>(null)
  const insert = (piece: string) => {
    insertAtCursor(field, piece, onText)
    field?.focus()
  }
  return (
    <Textarea
      ref={setField}
      maxLength={4096}
      rightSection={<VariableMenu variables={variables} onInsert={insert} isSmall />}
      rightSectionPointerEvents="all"
      classNames={{ section: classes['corner'] ?? '' }}
      {...props}
    />
  )
}
