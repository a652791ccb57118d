// Above the field: the message that is answered, or the one that is edited, with the way out.
import { ActionIcon, Text } from '@mantine/core'
import { IconArrowBackUp, IconPencil, IconX } from '@tabler/icons-react'
import type { Message, QuotedMessage } from '@guiche/shared/features/inbox/messages.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { QuotedBlock } from '#features/inbox/messages/quote/QuotedBlock.tsx'
import classes from './composer.module.css'

interface WritingContextProps {
  quoted: QuotedMessage | null
  editing: Message | null
  contactName: string
  onClose: () => void
}

export function WritingContext({ quoted, editing, contactName, onClose }: WritingContextProps) {
  const { t } = useTranslation('composer')
  const shown = editing ?? quoted
  if (shown === null) return null
  const label = editing === null ? t('stopReply') : t('stopEdit')
  return (
    <div className={classes['context']}>
      {editing === null ? <IconArrowBackUp size={18} aria-hidden /> : <IconPencil size={18} aria-hidden />}
      <div className={classes['quoted']}>
        {editing !== null && (
          <Text size="xs" fw={600}>
            {t('editing')}
          </Text>
        )}
        <QuotedBlock quoted={shown} contactName={contactName} />
      </div>
      <ActionIcon aria-label={label} title={`${label} (Esc)`} onClick={onClose}>
        <IconX size={16} stroke={1.75} />
      </ActionIcon>
    </div>
  )
}
