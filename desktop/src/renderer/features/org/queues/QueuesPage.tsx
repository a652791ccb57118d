// The queues screen: every department, its colour and its place in the menu.
import type { CSSProperties } from 'react'
import { Text } from '@mantine/core'
import { IconMessageChatbot, IconStack2 } from '@tabler/icons-react'
import { useSearchParams } from 'react-router-dom'
import { chatbotPage } from '@guiche/shared/kernel/console-pages.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { defineRecordScreen } from '#ui/records/RecordScreen.tsx'
import { Figures } from '#ui/tables/cells.tsx'
import classes from './queues.module.css'
import type { QueueExtras } from './queue-extras.ts'
import { QueueDialog } from './QueueDialog.tsx'
import { ensureQueues, refreshQueues, removeQueue, useQueues } from './queues.store.ts'

const Screen = defineRecordScreen({
  words: 'queues',
  icon: IconStack2,
  list: { use: useQueues, ensure: ensureQueues, refresh: refreshQueues },
  columns: [
    { title: 'name', render: ({ name }) => <Text fw={500}>{name}</Text> },
    {
      title: 'color',
      width: '72px',
      render: ({ color }) => (
        <span
          className={classes['swatch']}
          style={{ '--queue': color } as CSSProperties}
          role="img"
          aria-label={color}
          title={color}
        />
      )
    },
    {
      title: 'order',
      width: '72px',
      align: 'right',
      from: 'sm',
      render: ({ orderQueue }) => <Figures>{orderQueue ?? '–'}</Figures>
    },
    {
      title: 'greeting',
      from: 'md',
      render: ({ greetingMessage }) => (
        <Text c="dimmed" lineClamp={2}>
          {greetingMessage === '' ? '–' : greetingMessage}
        </Text>
      )
    }
  ],
  form: () => null,
  remove: ({ id }) => removeQueue(id)
})

export function QueuesPage({ extras }: { extras: QueueExtras }) {
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const edited = useQueues(({ items }) => items).find(({ id }) => String(id) === params.get('edit'))
  return (
    <>
      <Screen
        actions={[{ icon: IconMessageChatbot, label: 'chatbot', run: ({ id }) => void navigate(chatbotPage(id)) }]}
        form={({ record, onClose }) => (
          <QueueDialog {...(record && { queue: record })} extras={extras} onClose={onClose} />
        )}
      />
      {edited && (
        <QueueDialog key={edited.id} queue={edited} extras={extras} onClose={() => setParams({}, { replace: true })} />
      )}
    </>
  )
}
