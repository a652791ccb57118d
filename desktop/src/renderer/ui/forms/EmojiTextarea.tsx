// A text of several lines into which emoji go where the cursor is.
import { useState, type ReactNode } from 'react'
import { Group, Textarea, type TextareaProps } from '@mantine/core'
import { EmojiButton } from '../conversation/EmojiButton.tsx'
import { insertAtCursor } from '../conversation/writing.ts'

interface EmojiTextareaProps extends Omit<TextareaProps, 'value'> {
  value: string
  /** Puts a whole text in the place of the present one. */
  onText: (text: string) => void
  /** Escape is meant for the picker while it is open. */
  onPicking: (isOpen: boolean) => void
  /** Further ways to put something in, left of the emoji button; `insert` puts it where the cursor is. */
  tools?: (insert: (piece: string) => void) => ReactNode
}

export function EmojiTextarea({ onText, onPicking, tools, ...props }: EmojiTextareaProps) {
  const [field, setField] = useState<HTMLTextAreaElement | null>(null)
  const insert = (piece: string) => insertAtCursor(field, piece, onText)
  return (
    <div>
      <Textarea ref={setField} rows={7} autosize={false} {...props} />
      <Group justify="flex-end" gap="xs" mt={4}>
        {tools?.(insert)}
        <EmojiButton
          isDisabled={props.disabled === true}
          onChoose={insert}
          onClosed={() => field?.focus()}
          onToggle={onPicking}
        />
      </Group>
    </div>
  )
}
