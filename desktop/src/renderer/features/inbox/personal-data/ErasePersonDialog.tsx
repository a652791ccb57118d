// Erases a person: says first what will go, and has their name typed and the own login proven.
import { useEffect, useState, type FormEvent } from 'react'
import { Alert, Button, Group, Modal, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isNameTyped, personKinds } from '@guiche/shared/features/inbox/personal-data.ts'
import { notify } from '#platform/device/notify.ts'
import { errorText } from '#platform/net/error-text.ts'
import { formatNumber } from '#platform/text/format.ts'
import { CountGrid } from '#ui/feedback/CountGrid.tsx'
import { useDialogLife } from '#ui/forms/use-dialog-life.ts'
import { loadErasure, eraseContact, type Erasure } from './personal-data.store.ts'
import { useConfirmedActs } from './use-confirmed-acts.tsx'

/** The contact itself goes in any case. */
const countedKinds = [...personKinds.filter((kind) => kind !== 'contact'), 'files' as const]

function Counts({ counts }: Pick<Erasure, 'counts'>) {
  const { t } = useTranslation('personalData')
  const kinds = countedKinds.filter((kind) => (counts[kind] ?? 0) > 0)
  if (kinds.length === 0) return <Text size="sm">{t('eraseNothing')}</Text>
  const shown = kinds.map((kind) => ({ kind, label: t(`kind_${kind}`), count: formatNumber(counts[kind] ?? 0) }))
  return <CountGrid label={t('eraseCounts')} counts={shown} />
}

interface ErasePersonDialogProps {
  contact: { id: number; name: string }
  onErased?: () => void
  onClose: () => void
}

export function ErasePersonDialog({ contact, onErased, onClose }: ErasePersonDialogProps) {
  const { t } = useTranslation(['personalData', 'words'])
  const life = useDialogLife(onClose)
  const { isBusy, run, field } = useConfirmedActs()
  const [erasure, setErasure] = useState<Erasure | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [typed, setTyped] = useState('')
  useEffect(() => {
    loadErasure(contact.id).then(setErasure, setFailure)
  }, [contact.id])
  const erase = async (event: FormEvent) => {
    event.preventDefault()
    await run(async (confirmation) => {
      await eraseContact(contact.id, typed, confirmation)
      notify.success(t('erased'))
      onErased?.()
      life.close()
    })
  }
  return (
    <Modal
      opened={life.opened}
      onClose={life.close}
      onExitTransitionEnd={life.onExitTransitionEnd}
      closeOnEscape={life.closeOnEscape}
      title={t('eraseTitle', { name: contact.name })}
    >
      <form noValidate onSubmit={(event) => void erase(event)}>
        <Stack gap="md">
          <Text size="sm">{t('eraseText')}</Text>
          {failure !== null && <Alert color="red">{errorText(failure)}</Alert>}
          {erasure === null && failure === null && <Skeleton height={96} />}
          {erasure && <Counts counts={erasure.counts} />}
          <Text size="sm" c="dimmed">
            {t('eraseStays')}
          </Text>
          {erasure && (
            <TextInput
              label={t('eraseConfirm', { name: erasure.name })}
              autoComplete="off"
              data-autofocus
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
          {field}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={life.close}>
              {t('words:cancel')}
            </Button>
            <Button
              type="submit"
              color="red"
              loading={isBusy}
              disabled={erasure === null || !isNameTyped(typed, erasure.name)}
            >
              {t('erase')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
