// One announcement to read: title, image, text.
import { Badge, Button, Group, Image, Modal, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { publicFile } from '@guiche/shared/kernel/server-paths.ts'
import type { Announcement } from '@guiche/shared/features/library/announcements.ts'
import { formatDateTime } from '#platform/text/format.ts'
import { serverUrl } from '#platform/session/server-address.ts'
import { LinkedText } from '#ui/layout/LinkedText.tsx'
import { useDialogLife } from '#ui/forms/use-dialog-life.ts'
import { priorityOf } from './announcement-priority.ts'
import classes from './announcements.module.css'

interface AnnouncementDialogProps {
  announcement: Announcement
  onClose: () => void
}

/** Mount it to open it; `onClose` is called when it has gone. */
export function AnnouncementDialog({ announcement, onClose }: AnnouncementDialogProps) {
  const { t } = useTranslation(['announcements', 'words'])
  const life = useDialogLife(onClose)
  const { title, text, mediaPath, mediaName, createdAt } = announcement
  const { color, word } = priorityOf(announcement)
  return (
    <Modal
      opened={life.opened}
      onClose={life.close}
      onExitTransitionEnd={life.onExitTransitionEnd}
      closeOnEscape={life.closeOnEscape}
      title={title}
      size="lg"
    >
      <Stack gap="md">
        <Group gap="xs">
          <Badge color={color}>{t(word)}</Badge>
          <Text size="xs" c="dimmed">
            {formatDateTime(createdAt)}
          </Text>
        </Group>
        {mediaPath !== null && (
          <Image
            src={serverUrl(publicFile(mediaPath))}
            alt={mediaName ?? ''}
            radius="md"
            fit="contain"
            className={classes['image'] ?? ''}
          />
        )}
        <Text className={classes['text'] ?? ''} dir="auto">
          <LinkedText text={text} />
        </Text>
        <Group justify="flex-end">
          <Button onClick={life.close} data-autofocus>
            {t('words:close')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
