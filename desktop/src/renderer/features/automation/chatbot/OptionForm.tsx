// Writes or rewrites one option in its place in the tree.
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { queueOptionDraft } from '@guiche/shared/features/automation/chatbot.ts'
import { notify } from '#platform/device/notify.ts'
import { checkWith } from '#platform/text/validation.ts'
import { RecordSelect } from '#ui/forms/RecordSelect.tsx'
import { fileChoices } from '#features/library/file-lists/file-choices.store.ts'
import type { OptionWords } from './queue-options.store.ts'

interface OptionFormProps {
  words?: OptionWords
  onSave: (words: OptionWords) => Promise<void>
  onClose: () => void
  /** Whether something would be lost by closing. */
  onDirty: (isDirty: boolean) => void
}

/** Back to the option the form belongs to, or to the way to add one, unless somebody has gone elsewhere. */
function giveFocusBack(place: Element | null): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    const buttons = place?.querySelectorAll<HTMLElement>(place.matches('li') ? '[data-row] button' : ':scope > button')
    ;[...(buttons ?? [])].find((button) => !button.matches(':disabled'))?.focus()
  })
}

const check = checkWith(queueOptionDraft.pick({ title: true, message: true }))

export function OptionForm({
  words = { title: '', message: '', fileListId: null },
  onSave,
  onClose,
  onDirty
}: OptionFormProps) {
  const { t } = useTranslation(['chatbot', 'words'])
  const [title, setTitle] = useState(words.title)
  const [message, setMessage] = useState(words.message)
  const [fileListId, setFileListId] = useState(words.fileListId)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const isDirty = title !== words.title || message !== words.message || fileListId !== words.fileListId
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  useEffect(() => () => onDirty(false), [onDirty])
  useEffect(() => {
    field.current?.focus()
    const around = form.current?.parentElement
    const place = around?.closest('li') ?? around ?? null
    return () => giveFocusBack(place)
  }, [])

  const save = async () => {
    const wrong = check({ title, message })
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return field.current?.focus()
    setBusy(true)
    try {
      await onSave({ title: title.trim(), message: message.trim(), fileListId })
      onClose()
    } catch (error) {
      notify.error(error)
      setBusy(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // The form around it is that of the queue.
    if (event.key === 'Enter' && event.target === field.current) {
      event.preventDefault()
      void save()
    }
    if (event.key === 'Escape' && !isDirty) {
      event.stopPropagation()
      onClose()
    }
  }
  return (
    <Stack ref={form} gap="xs" py="xs" onKeyDown={onKeyDown}>
      <TextInput
        ref={field}
        label={t('optionTitle')}
        withAsterisk
        maxLength={100}
        value={title}
        error={errors['title']}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <Textarea
        label={t('optionMessage')}
        description={t('optionMessageHint')}
        minRows={2}
        maxRows={8}
        maxLength={4096}
        value={message}
        error={errors['message']}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      <RecordSelect
        list={fileChoices}
        label={t('optionFiles')}
        description={t('optionFilesHint')}
        value={fileListId === null ? null : String(fileListId)}
        onChange={(id) => setFileListId(id === null ? null : Number(id))}
      />
      <Group gap="xs" justify="flex-end">
        <Button size="compact-sm" variant="default" onClick={onClose} disabled={isBusy}>
          {t('words:cancel')}
        </Button>
        <Button size="compact-sm" loading={isBusy} onClick={() => void save()}>
          {t('saveOption')}
        </Button>
      </Group>
    </Stack>
  )
}
