// The number of a customer: hidden from whoever may not see it, until they say why they need this one.
import { useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { Button, Group } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Contact } from '@guiche/shared/features/inbox/contacts.ts'
import { holdsHiddenNumber } from '@guiche/shared/kernel/hidden-number.ts'
import { formatPhone } from '@guiche/shared/kernel/phone.ts'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { RevealNumberDialog } from './RevealNumberDialog.tsx'

interface CustomerNumberProps {
  contact: Pick<Contact, 'id' | 'number'>
  /** A sign without words, in a row of a table. */
  isShort?: boolean
  /** What stands beside a number that is shown. */
  beside?: (number: string) => ReactNode
}

/** What was shown is kept here alone, and goes with the screen. */
export function CustomerNumber({ contact, isShort = false, beside }: CustomerNumberProps) {
  const { t } = useTranslation('contacts')
  const [revealed, setRevealed] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const text = useRef<HTMLSpanElement>(null)
  const number = revealed ?? contact.number
  const ask = (event: MouseEvent) => {
    event.stopPropagation()
    setAsking(true)
  }
  return (
    <Group component="span" display="inline-flex" gap={4} wrap={isShort ? 'nowrap' : 'wrap'}>
      <span ref={text} tabIndex={-1} className="g-numbers g-phone">
        {formatPhone(number)}
      </span>
      {!holdsHiddenNumber(number) ? (
        beside?.(number)
      ) : isShort ? (
        <IconButton className="g-small" size="sm" label={t('showNumber')} onClick={ask}>
          <IconEye size={14} />
        </IconButton>
      ) : (
        <Button size="compact-xs" variant="light" leftSection={<IconEye size={14} />} onClick={ask}>
          {t('showNumber')}
        </Button>
      )}
      {isAsking && (
        // What is clicked in it is not meant for the row of a table around it.
        <span onClick={(event) => event.stopPropagation()}>
          <RevealNumberDialog
            contactId={contact.id}
            onRevealed={setRevealed}
            onClose={() => {
              setAsking(false)
              // The button may be gone.
              requestAnimationFrame(() => text.current?.focus())
            }}
          />
        </span>
      )}
    </Group>
  )
}
