// Contacts that may be one person: which of them stays, and the buttons that merge the others into it or say that they are not.
import { useState } from 'react'
import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DuplicateGroup as Duplicate } from '@guiche/shared/features/inbox/contact-merges.ts'
import { formatPhone } from '@guiche/shared/kernel/phone.ts'
import { formatDate } from '#platform/text/format.ts'
import { notify } from '#platform/device/notify.ts'
import classes from './duplicates.module.css'
import { mergeInto, putAside } from './duplicates.store.ts'

export function DuplicateGroup({ group }: { group: Duplicate }) {
  const { t } = useTranslation('duplicates')
  const { reason, contacts } = group
  const [chosen, setChosen] = useState(contacts[0]?.id)
  const [isBusy, setBusy] = useState(false)
  const kept = contacts.find(({ id }) => id === chosen) ?? contacts[0]
  const settle = async (work: () => Promise<void>, told: string) => {
    setBusy(true)
    try {
      await work()
      notify.success(told)
    } catch (error) {
      notify.error(error)
    } finally {
      setBusy(false)
    }
  }
  const merge = async () => {
    for (const { id } of contacts) if (kept && id !== kept.id) await mergeInto(kept.id, id)
  }
  return (
    <li className={classes['group']}>
      <Radio.Group
        label={t(reason)}
        description={t('whichStays')}
        inputWrapperOrder={['label', 'description', 'input']}
        value={String(kept?.id)}
        onChange={(value) => setChosen(Number(value))}
      >
        <Stack gap={6} mt="xs">
          {contacts.map(({ id, name, number, email, createdAt }) => (
            <Radio
              key={id}
              value={String(id)}
              label={name}
              description={[
                number === '' ? t('noNumber') : formatPhone(number),
                email,
                t('since', { date: formatDate(createdAt) })
              ]
                .filter(Boolean)
                .join(' · ')}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Group justify="space-between" gap="xs">
        <Text size="xs" c="dimmed">
          {t('mayUndo')}
        </Text>
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant="default"
            disabled={isBusy}
            onClick={() => void settle(() => putAside(group), t('wasPutAside'))}
          >
            {t('notOne')}
          </Button>
          <Button
            size="compact-sm"
            loading={isBusy}
            onClick={() => void settle(merge, t('merged', { name: kept?.name ?? '' }))}
          >
            {t('merge', { count: contacts.length })}
          </Button>
        </Group>
      </Group>
    </li>
  )
}
