// What a colleague said when handing the ticket over; it stays while the conversation is open, until it is put away.
import { useEffect } from 'react'
import { CloseButton } from '@mantine/core'
import { IconArrowsRightLeft } from '@tabler/icons-react'
import type { Handover, Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { useStateOf } from '#platform/state/state-of.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { handoverOf } from '../list/handover.ts'
import classes from '../tickets-page.module.css'

export function HandoverBar({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation(['tickets', 'words'])
  const [shown, show] = useStateOf<Handover | null>(ticket.id, null)
  const present = handoverOf(ticket)
  useEffect(() => {
    // Opening takes it off the ticket: what it said is to be read all the same.
    if (present !== null) show(present)
  }, [present, show])
  if (shown === null) return null
  return (
    <div className={classes['handover']} role="status">
      <IconArrowsRightLeft size={16} stroke={1.75} aria-hidden />
      <span className={classes['handoverText']} dir="auto">
        <b>
          {shown.kind !== 'transfer'
            ? t(shown.kind, { name: shown.from })
            : t(shown.comment === '' ? 'handedOverToYou' : 'handedOverToYouSaying', { name: shown.from })}
        </b>{' '}
        {shown.comment}
      </span>
      <CloseButton size="sm" aria-label={t('words:close')} onClick={() => show(null)} />
    </div>
  )
}
