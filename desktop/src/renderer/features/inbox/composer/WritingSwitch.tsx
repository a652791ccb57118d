// Over the field: whether what is written goes to the customer or stays with the team.
import { memo } from 'react'
import { UnstyledButton } from '@mantine/core'
import { useTranslation } from '#platform/text/translation.ts'
import { setNoting, useNoteDraft } from './note-draft.store.ts'
import classes from './writing-switch.module.css'

export const WritingSwitch = memo(({ ticketId, isNoting }: { ticketId: number; isNoting: boolean }) => {
  const { t } = useTranslation('composer')
  const hasNote = useNoteDraft(ticketId).text !== ''
  const modes = [
    { label: t('reply'), isOn: !isNoting, choose: () => setNoting(ticketId, false) },
    { label: t('note'), isOn: isNoting, choose: () => setNoting(ticketId, true), keys: 'N' }
  ]
  return (
    <div className={classes['switch']} role="group" aria-label={t('writingMode')}>
      {modes.map(({ label, isOn, choose, keys }) => (
        <UnstyledButton
          key={label}
          className={classes['mode'] ?? ''}
          aria-pressed={isOn}
          title={keys === undefined ? undefined : `${label} (${keys})`}
          onClick={choose}
        >
          {label}
          {keys !== undefined && hasNote && !isNoting && (
            <span className={classes['begun']} role="img" aria-label={t('noteBegun')} />
          )}
        </UnstyledButton>
      ))}
    </div>
  )
})
