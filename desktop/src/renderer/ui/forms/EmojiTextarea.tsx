// A text of several lines into which emoji go where the cursor is.
import { useRef, type ReactNode } from 'react'
import { Group, Textarea, type TextareaProps } from '@mantine/core'
import { EmojiButton } from '../conversation/EmojiButton.tsx'

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
  const field = useRef<HTMLTextAreaElement>(null)
  const text = props.value
  const insert = (piece: string) => {
    const { current } = field
    const [from, to] = [current?.selectionStart ?? text.length, current?.selectionEnd ?? text.length]
    onText(text.slice(0, from) + piece + text.slice(to))
    const place = from + piece.length
    requestAnimationFrame(() => field.current?.setSelectionRange(place, place))
  }
  return (
    <div>
      <Textarea ref={field} rows={7} autosize={false} {...props} />
      <Group justify="flex-end" gap="xs" mt={4}>
        {tools?.(insert)}
        <EmojiButton
          isDisabled={props.disabled === true}
          onChoose={insert}
          onClosed={() => field.current?.focus()}
          onToggle={onPicking}
        />
      </Group>
    </div>
  )
}
