// Writes a new option or rewrites the chosen one: its title, what choosing it does, and what is said.
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Button, Group, SegmentedControl, Stack, Text, TextInput, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { queueOptionDraft } from '@guiche/shared/features/automation/chatbot.ts'
import { notify } from '#platform/device/notify.ts'
import { checkWith, validationText } from '#platform/text/validation.ts'
import { RecordSelect } from '#ui/forms/RecordSelect.tsx'
import { VariableTextarea } from '#ui/forms/VariableTextarea.tsx'
import { fileChoices } from '#features/library/file-lists/file-choices.store.ts'
import { kindOf, type Edited, type OptionKind, type OptionNode } from './option-tree.ts'
import { addOption, editOption, type OptionWords } from './queue-options.store.ts'

interface OptionEditorProps {
  queueId: number
  /** The option that is edited. */
  node: OptionNode | null
  /** Where a new one goes. */
  place: { parentId: number | null; after: number | null } | null
  onDirty: (isDirty: boolean) => void
  /** What is edited from now on. */
  onDone: (next: Edited) => void
}

const check = checkWith(queueOptionDraft.pick({ title: true, message: true }))
const variables = ['name', 'firstName', 'greeting', 'date', 'time', 'queue', 'company'] as const
const nothing: OptionWords = { title: '', message: '', fileListId: null }

/** What is stored: a kind has only what belongs to it. */
function wordsFor(kind: OptionKind, { title, message, fileListId }: OptionWords): OptionWords {
  return {
    title: title.trim(),
    message: kind === 'person' ? '' : message.trim(),
    fileListId: kind === 'person' || kind === 'text' ? null : fileListId
  }
}

function useOptionWords({ queueId, node, place, onDirty, onDone }: OptionEditorProps) {
  const { t } = useTranslation('chatbot')
  const [kept, setKept] = useState<OptionWords>(node?.option ?? nothing)
  const [typed, setTyped] = useState(kept)
  const [keptKind, setKeptKind] = useState<OptionKind>(node ? kindOf(node) : 'text')
  const [wantedKind, setKind] = useState(keptKind)
  // Somebody may have put an option inside meanwhile.
  const kind = node !== null && node.children.length > 0 ? 'menu' : wantedKind === 'menu' ? 'text' : wantedKind
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isBusy, setBusy] = useState(false)
  const isDirty =
    typed.title !== kept.title ||
    typed.message !== kept.message ||
    typed.fileListId !== kept.fileListId ||
    (kind !== 'menu' && wantedKind !== keptKind)
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  useEffect(() => () => onDirty(false), [onDirty])

  /** Resolves to whether it is saved. */
  const save = async (): Promise<boolean> => {
    const words = wordsFor(kind, typed)
    const wrong: Record<string, string> = check(words)
    if (kind === 'text' && words.message === '') wrong['message'] = t('messageNeeded')
    if (kind === 'files' && words.fileListId === null) wrong['fileListId'] = validationText('Required')
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return false
    setBusy(true)
    try {
      if (node) {
        await editOption(node.option.id, words)
        setKept(words)
        setTyped(words)
        setKeptKind(kind)
        notify.success(t('optionSaved'))
      } else if (place) {
        const id = await addOption(queueId, place, words)
        onDirty(false)
        onDone({ id })
      }
      return true
    } catch (error) {
      notify.error(error)
      return true
    } finally {
      setBusy(false)
    }
  }
  const set = (part: Partial<OptionWords>) => setTyped((before) => ({ ...before, ...part }))
  return { typed, set, kind, setKind, errors, isBusy, isDirty, save }
}

export function OptionEditor(props: OptionEditorProps) {
  const { t } = useTranslation(['chatbot', 'words'])
  const { node, place, onDone } = props
  const { typed, set, kind, setKind, errors, isBusy, isDirty, save } = useOptionWords(props)
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const isNew = place !== null
  useEffect(() => {
    if (isNew) field.current?.focus()
  }, [isNew])
  if (!node && !place) return <Text c="dimmed">{t('chooseOption')}</Text>
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    void save().then((isSaved) => {
      if (!isSaved) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    })
  }
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <Stack gap="md">
        <Title order={2} size="h4">
          {node ? t('optionAt', { path: node.path }) : t(place?.parentId === null ? 'newOption' : 'newInside')}
        </Title>
        <TextInput
          ref={field}
          label={t('optionTitle')}
          description={t('optionTitleHint')}
          withAsterisk
          maxLength={100}
          value={typed.title}
          error={errors['title']}
          onChange={(event) => set({ title: event.currentTarget.value })}
        />
        {kind === 'menu' ? (
          <Text size="sm" c="dimmed">
            {t('menuHint')}
          </Text>
        ) : (
          <Stack gap={4}>
            <Text size="sm" fw={500} id="option-kind">
              {t('optionKind')}
            </Text>
            <SegmentedControl
              aria-labelledby="option-kind"
              fullWidth
              value={kind}
              onChange={(value) => setKind(value as OptionKind)}
              data={(['text', 'files', 'person'] as const).map((value) => ({ value, label: t(`choice_${value}`) }))}
            />
            {kind === 'person' && (
              <Text size="sm" c="dimmed">
                {t('personHint')}
              </Text>
            )}
          </Stack>
        )}
        {kind !== 'person' && (
          <VariableTextarea
            label={t('optionMessage')}
            autosize
            minRows={3}
            maxRows={10}
            variables={variables}
            withAsterisk={kind === 'text'}
            value={typed.message}
            error={errors['message']}
            onChange={(event) => set({ message: event.currentTarget.value })}
            onText={(message) => set({ message })}
          />
        )}
        {(kind === 'files' || kind === 'menu') && (
          <RecordSelect
            list={fileChoices}
            label={t('optionFiles')}
            description={t('optionFilesHint')}
            withAsterisk={kind === 'files'}
            value={typed.fileListId === null ? null : String(typed.fileListId)}
            error={errors['fileListId']}
            onChange={(id) => set({ fileListId: id === null ? null : Number(id) })}
          />
        )}
        <Group gap="xs" justify="flex-end">
          {place && (
            <Button variant="default" disabled={isBusy} onClick={() => onDone(null)}>
              {t('words:cancel')}
            </Button>
          )}
          <Button type="submit" loading={isBusy} disabled={node !== null && !isDirty}>
            {t('saveOption')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
