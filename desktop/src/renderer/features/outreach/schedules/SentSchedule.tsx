// A scheduled message that was sent: what became of it, and the way to its ticket. It cannot be saved again.
import { Alert, Anchor, Badge, Group, Modal, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { ticketPage } from '@guiche/shared/kernel/console-pages.ts'
import { publicFile } from '@guiche/shared/kernel/server-paths.ts'
import type { Schedule } from '@guiche/shared/features/outreach/schedules.ts'
import { formatCalendar, formatClock } from '#platform/text/format.ts'
import { serverUrl } from '#platform/session/server-address.ts'
import { useDialogLife } from '#ui/forms/use-dialog-life.ts'
import { shownAt } from '#platform/session/company-clock.ts'
import { VariableText } from '#ui/conversation/VariableText.tsx'
import { failureText } from './schedule-state.ts'
import { useScheduleText } from './schedule-text.ts'

function momentOf(at: string): string {
  const shown = shownAt(at)
  return `${formatCalendar(shown.slice(0, 10), { dateStyle: 'long' })} ${formatClock(shown.slice(11))}`
}

export function SentSchedule({ schedule, onClose }: { schedule: Schedule; onClose: () => void }) {
  const { t } = useTranslation('schedules')
  const life = useDialogLife(onClose)
  const { status, contact, sentAt, sendAt, user, ticketUuid, mediaPath, mediaName } = schedule
  const failure = failureText(schedule)
  const body = useScheduleText()(schedule)
  return (
    <Modal
      opened={life.opened}
      onClose={life.close}
      onExitTransitionEnd={life.onExitTransitionEnd}
      closeOnEscape={life.closeOnEscape}
      title={t(`status_${status}`)}
    >
      <Stack gap="sm">
        {failure !== null && <Alert color="red">{failure}</Alert>}
        <Group gap="xs">
          <Text fw={600} dir="auto">
            {contact.name}
          </Text>
          <Badge color="gray">{momentOf(sendAt)}</Badge>
        </Group>
        <Text dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          <VariableText text={body} />
        </Text>
        {mediaPath !== null && (
          <Anchor size="sm" href={serverUrl(publicFile(mediaPath))} target="_blank" rel="noreferrer" truncate>
            {mediaName}
          </Anchor>
        )}
        <Text size="sm" c="dimmed">
          {sentAt !== null && `${t('sentAt')} ${momentOf(sentAt)}`}
          {user !== null && ` · ${t('by')} ${user.name}`}
        </Text>
        {ticketUuid !== null && (
          <Anchor component={Link} to={ticketPage(ticketUuid)} size="sm">
            {t('openTicket')}
          </Anchor>
        )}
      </Stack>
    </Modal>
  )
}
