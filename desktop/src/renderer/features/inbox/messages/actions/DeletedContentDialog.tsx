// What a deleted message held, for admins: asked for when it is opened, and written down by the server.
import { useEffect, useState } from 'react'
import { Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { showDeletedContent } from '@guiche/shared/features/inbox/deleted-messages.ts'
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import type { EndpointResult } from '@guiche/shared/kernel/endpoint.ts'
import { errorText } from '#platform/net/error-text.ts'
import { formatDateTime } from '#platform/text/format.ts'
import { call } from '#platform/net/http.ts'
import { serverUrl } from '#platform/session/server-address.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { DownloadLink } from '#ui/layout/DownloadLink.tsx'
import { useDialogLife } from '#ui/forms/use-dialog-life.ts'

type Content = EndpointResult<typeof showDeletedContent>

function File({ mediaUrl, mediaName, mediaMime }: Content) {
  const { t } = useTranslation('messages')
  if (mediaUrl === null) return null
  const url = serverUrl(mediaUrl)
  const name = mediaName ?? t('file')
  if (mediaMime?.startsWith('image/')) return <img src={url} alt={name} style={{ maxWidth: '100%', borderRadius: 8 }} />
  if (mediaMime?.startsWith('audio/')) return <audio src={url} controls style={{ width: '100%' }} />
  if (mediaMime?.startsWith('video/')) return <video src={url} controls style={{ maxWidth: '100%', borderRadius: 8 }} />
  return (
    <Group gap="xs" wrap="nowrap">
      <Text style={{ overflowWrap: 'anywhere' }}>{name}</Text>
      <DownloadLink url={url} name={name} label={t('download')} />
    </Group>
  )
}

function Shown({ content }: { content: Content }) {
  const { t } = useTranslation('messages')
  return (
    <Stack gap="md">
      <File {...content} />
      {content.body !== '' && (
        <Text dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {content.body}
        </Text>
      )}
      {content.body === '' && content.mediaUrl === null && <Text c="dimmed">{t('deletedWithoutContent')}</Text>}
      <Stack gap={2}>
        <Text size="sm" fw={500}>
          {t('deletedViews')}
        </Text>
        {content.views.slice(-5).map(({ userName, createdAt }) => (
          <Text key={`${userName} ${createdAt}`} size="sm" c="dimmed">
            {userName} · {formatDateTime(createdAt)}
          </Text>
        ))}
      </Stack>
    </Stack>
  )
}

/** Mount it to open it; `onClose` is called when it has gone. */
export function DeletedContentDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const { t } = useTranslation('messages')
  const life = useDialogLife(onClose)
  const [content, setContent] = useState<Content | null>(null)
  const [error, setError] = useState<unknown>(null)
  const { id } = message
  useEffect(() => {
    call(showDeletedContent, { params: { messageId: id } }).then(setContent, setError)
  }, [id])
  return (
    <Modal
      opened={life.opened}
      onClose={life.close}
      onExitTransitionEnd={life.onExitTransitionEnd}
      closeOnEscape={life.closeOnEscape}
      title={t('deletedTitle')}
    >
      {content !== null && <Shown content={content} />}
      {error !== null && <Text role="alert">{errorText(error)}</Text>}
      {content === null && error === null && <Skeleton h={80} />}
    </Modal>
  )
}
