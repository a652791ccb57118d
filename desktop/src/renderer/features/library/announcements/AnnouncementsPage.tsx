// The super user's announcements: a table with search, and a form to add and edit.
import { Badge, Text } from '@mantine/core'
import { IconSpeakerphone } from '@tabler/icons-react'
import { defineRecordScreen } from '#ui/records/RecordScreen.tsx'
import { FileName, OnOff } from '#ui/tables/cells.tsx'
import { announcementForm } from './announcement-form.tsx'
import { priorityOf } from './announcement-priority.ts'
import { managedAnnouncements, removeAnnouncement } from './announcements.store.ts'

export const AnnouncementsPage = defineRecordScreen({
  words: 'announcements',
  texts: { text: 'pageText' },
  icon: IconSpeakerphone,
  list: managedAnnouncements,
  nameOf: ({ title }) => title,
  columns: [
    {
      title: 'heading',
      render: ({ title, text }) => (
        <>
          <Text fw={500}>{title}</Text>
          <Text size="xs" c="dimmed" lineClamp={1} maw={480}>
            {text}
          </Text>
        </>
      )
    },
    {
      title: 'priority',
      width: '110px',
      render: (announcement, t) => {
        const { color, word } = priorityOf(announcement)
        return <Badge color={color}>{t(word)}</Badge>
      }
    },
    { title: 'attachment', from: 'md', render: ({ mediaName }) => <FileName name={mediaName} none="–" /> },
    {
      title: 'status',
      width: '120px',
      from: 'sm',
      render: ({ status }, t) => <OnOff isOn={status}>{t(status ? 'active' : 'inactive')}</OnOff>
    }
  ],
  form: announcementForm,
  remove: ({ id }) => removeAnnouncement(id)
})
