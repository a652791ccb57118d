// Chooses the queues that the list shows; none chosen means all.
import { useEffect } from 'react'
import { Button, Checkbox, Popover, ScrollArea, Stack, Text } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useIsAdmin, useUser } from '#platform/session/session.ts'
import { QueueTag } from '#ui/layout/QueueTag.tsx'
import { ensureQueues, useQueues } from '#features/org/queues/queues.store.ts'
import classes from '../ticket-panel.module.css'

interface QueueFilterProps {
  value: number[]
  onChange: (ids: number[]) => void
}

export function QueueFilter({ value, onChange }: QueueFilterProps) {
  const { t } = useTranslation('tickets')
  const user = useUser()
  const isAdmin = useIsAdmin()
  const all = useQueues(({ items }) => items)
  useEffect(() => void ensureQueues(), [])
  const own = new Set(user.queues.map(({ id }) => id))
  const queues = isAdmin ? all : all.filter(({ id }) => own.has(id))
  const chosen = queues.filter(({ id }) => value.includes(id))
  const label =
    chosen.length === 0
      ? t('allQueues')
      : chosen.length === 1
        ? (chosen[0]?.name ?? '')
        : t('someQueues', { count: chosen.length })
  const toggle = (id: number) => onChange(value.includes(id) ? value.filter((other) => other !== id) : [...value, id])
  return (
    <Popover position="bottom-start" width={240} trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="compact-xs"
          variant={chosen.length > 0 ? 'light' : 'subtle'}
          color={chosen.length > 0 ? 'petrol' : 'gray'}
          rightSection={<IconChevronDown size={14} />}
          className={classes['filter']}
          aria-label={t('queueFilter', { chosen: label })}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('queues')}>
        {queues.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('noQueues')}
          </Text>
        ) : (
          <ScrollArea.Autosize mah={260}>
            <Stack gap={8}>
              <Checkbox size="xs" label={t('allQueues')} checked={value.length === 0} onChange={() => onChange([])} />
              {queues.map((queue) => (
                <Checkbox
                  key={queue.id}
                  size="xs"
                  label={<QueueTag queue={queue} />}
                  checked={value.includes(queue.id)}
                  onChange={() => toggle(queue.id)}
                />
              ))}
            </Stack>
          </ScrollArea.Autosize>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
