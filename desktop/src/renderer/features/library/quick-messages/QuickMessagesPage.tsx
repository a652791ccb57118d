// The quick messages screen: short codes that write a whole answer.
import { useEffect } from 'react'
import { Badge, Group, Text } from '@mantine/core'
import { IconBolt } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { QuickMessage } from '@guiche/shared/features/library/quick-messages.ts'
import { QueueTag } from '#ui/layout/QueueTag.tsx'
import { defineRecordScreen } from '#ui/records/RecordScreen.tsx'
import { FileName } from '#ui/tables/cells.tsx'
import { ensureQueues, useQueues } from '#features/org/queues/queues.store.ts'
import { VariableText } from '#ui/conversation/VariableText.tsx'
import { quickMessageForm } from './quick-message-form.tsx'
import { mayEdit, mayManage } from './quick-message-rights.ts'
import { quickMessageRows, removeQuickMessage } from './quick-messages.store.ts'

function Shortcode({ shortcode, message, geral, queueIds }: QuickMessage) {
  const { t } = useTranslation('quickMessages')
  const queues = useQueues(({ items }) => items)
  return (
    <>
      <Group gap="xs">
        <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
          /{shortcode.replace(/^\//, '')}
        </Text>
        {geral && (
          <Badge size="sm" color="gray">
            {t('everybody')}
          </Badge>
        )}
        {queues
          .filter(({ id }) => queueIds.includes(id))
          .map((queue) => (
            <QueueTag key={queue.id} queue={queue} />
          ))}
      </Group>
      <Text size="xs" c="dimmed" lineClamp={1} maw={480} dir="auto">
        <VariableText text={message} />
      </Text>
    </>
  )
}

const Screen = defineRecordScreen({
  words: 'quickMessages',
  icon: IconBolt,
  list: quickMessageRows,
  isCounted: true,
  nameOf: ({ shortcode }) => shortcode,
  mayEdit: (message, user) => mayEdit(user, message),
  mayDelete: (message, user) => mayManage(user, message),
  columns: [
    { title: 'shortcode', render: (message) => <Shortcode {...message} /> },
    {
      title: 'attachment',
      from: 'sm',
      render: ({ mediaName }, t) => <FileName name={mediaName} none={t('noAttachment')} />
    }
  ],
  form: quickMessageForm,
  deleteText: ({ geral }, t) => t(geral ? 'deleteTextShared' : 'deleteText'),
  remove: ({ id }) => removeQuickMessage(id)
})

export function QuickMessagesPage() {
  useEffect(() => void ensureQueues(), [])
  return <Screen />
}
