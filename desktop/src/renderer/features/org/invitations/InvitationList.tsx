// Who was invited and has not answered yet; what has ended shows when it is asked for.
import { useEffect, useState } from 'react'
import { Badge, Button, Group, Text, Title } from '@mantine/core'
import { IconLink, IconMail, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Invitation } from '@guiche/shared/features/org/invitations.ts'
import { formatDateTime } from '#platform/text/format.ts'
import { ConfirmDialog } from '#ui/feedback/ConfirmDialog.tsx'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { QueueTag } from '#ui/layout/QueueTag.tsx'
import { ensureInvitations, takeBack, useInvitations } from './invitations.store.ts'
import classes from './invitations.module.css'

const colors = { waiting: 'petrol', accepted: 'teal', expired: 'gray', revoked: 'gray' } as const

/** One that ran out while it was shown, too. */
const stateOf = ({ state, expiresAt }: Invitation): Invitation['state'] =>
  state === 'waiting' && Date.parse(expiresAt) <= Date.now() ? 'expired' : state

interface RowProps {
  invitation: Invitation
  onTakeBack: (invitation: Invitation) => void
}

function Row({ invitation, onTakeBack }: RowProps) {
  const { t } = useTranslation(['invitations', 'users'])
  const { email, profile, queues, invitedBy, acceptedBy, expiresAt } = invitation
  const state = stateOf(invitation)
  const Sign = email === null ? IconLink : IconMail
  const name = email ?? t('link')
  const by = state === 'accepted' ? t('acceptedBy', { name: acceptedBy ?? '' }) : t('invitedBy', { name: invitedBy })
  const until = state === 'waiting' ? t('until', { moment: formatDateTime(expiresAt) }) : null
  return (
    <li className={classes['row']}>
      <Sign size={18} stroke={1.6} aria-hidden className={classes['sign']} />
      <div className={classes['who']}>
        <Text size="sm" fw={500} truncate>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {[t(`users:profile_${profile}`), by, until].filter((part) => part !== null).join(' · ')}
        </Text>
      </div>
      <Group gap={4} className={classes['queues'] ?? ''}>
        {queues.map((queue) => (
          <QueueTag key={queue.id} queue={queue} />
        ))}
      </Group>
      <Badge color={colors[state]}>{t(`state_${state}`)}</Badge>
      {state === 'waiting' ? (
        <IconButton label={t('takeBack', { name })} icon={IconX} onClick={() => onTakeBack(invitation)} />
      ) : (
        <span className={classes['noButton']} />
      )}
    </li>
  )
}

export function InvitationList() {
  const { t } = useTranslation('invitations')
  const all = useInvitations(({ items }) => items)
  const [hasEnded, setEnded] = useState(false)
  const [asked, setAsked] = useState<Invitation | null>(null)
  useEffect(() => void ensureInvitations(), [])
  const open = all.filter((invitation) => stateOf(invitation) === 'waiting')
  const ended = all.filter((invitation) => stateOf(invitation) !== 'waiting')
  if (all.length === 0) return null
  return (
    <section aria-label={t('title')} className={classes['list']}>
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h4">
          {t('open', { count: open.length })}
        </Title>
        {ended.length > 0 && (
          <Button variant="subtle" size="compact-sm" aria-expanded={hasEnded} onClick={() => setEnded(!hasEnded)}>
            {hasEnded ? t('hideEnded') : t('showEnded', { count: ended.length })}
          </Button>
        )}
      </Group>
      {(open.length > 0 || hasEnded) && (
        <ul className={classes['rows']}>
          {[...open, ...(hasEnded ? ended : [])].map((invitation) => (
            <Row key={invitation.id} invitation={invitation} onTakeBack={setAsked} />
          ))}
        </ul>
      )}
      {asked && (
        <ConfirmDialog
          title={t('takeBackTitle')}
          text={t('takeBackText')}
          confirmLabel={t('takeBackConfirm')}
          onConfirm={() => takeBack(asked.id)}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  )
}
