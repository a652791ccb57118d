// Who was invited and has not answered yet, in time or not; what has ended shows when it is asked for.
import { useEffect, useState } from 'react'
import { Badge, Button, Group, Text, Title } from '@mantine/core'
import { IconLink, IconMail, IconRefresh, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { FreshInvitation, Invitation } from '@guiche/shared/features/org/invitations.ts'
import { formatDateTime, formatSince } from '#platform/text/format.ts'
import { ConfirmDialog } from '#ui/feedback/ConfirmDialog.tsx'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { QueueTag } from '#ui/layout/QueueTag.tsx'
import { AgainDialog } from './AgainDialog.tsx'
import { LinksDialog } from './LinksDialog.tsx'
import { ensureInvitations, takeBack, useInvitations } from './invitations.store.ts'
import classes from './invitations.module.css'

const colors = { waiting: 'petrol', accepted: 'teal', expired: 'orange', revoked: 'gray' } as const

/** One that ran out while it was shown, too. */
const stateOf = ({ state, expiresAt }: Invitation): Invitation['state'] =>
  state === 'waiting' && Date.parse(expiresAt) <= Date.now() ? 'expired' : state

/** Whoever has not come in yet can still be invited, or not any more. */
const isUnanswered = (invitation: Invitation) => ['waiting', 'expired'].includes(stateOf(invitation))

interface RowProps {
  invitation: Invitation
  onAgain: (invitation: Invitation) => void
  onTakeBack: (invitation: Invitation) => void
}

function Row({ invitation, onAgain, onTakeBack }: RowProps) {
  const { t } = useTranslation(['invitations', 'users'])
  const { email, profile, role, queues, invitedBy, acceptedBy, expiresAt } = invitation
  const state = stateOf(invitation)
  const Sign = email === null ? IconLink : IconMail
  const name = email ?? t('link')
  const by = state === 'accepted' ? t('acceptedBy', { name: acceptedBy ?? '' }) : t('invitedBy', { name: invitedBy })
  const until = isUnanswered(invitation)
    ? t(state === 'expired' ? 'until_expired' : 'until_waiting', { when: formatSince(expiresAt) })
    : null
  return (
    <li className={classes['row']}>
      <Sign size={18} stroke={1.6} aria-hidden className={classes['sign']} />
      <div className={classes['who']}>
        <Text size="sm" fw={500}>
          {name}
        </Text>
        <Text size="xs" c="dimmed" title={until === null ? undefined : formatDateTime(expiresAt)}>
          {[role?.name ?? t(`users:profile_${profile}`), by, until].filter((part) => part !== null).join(' · ')}
        </Text>
      </div>
      <Group gap={4} className={classes['queues'] ?? ''}>
        {queues.map((queue) => (
          <QueueTag key={queue.id} queue={queue} />
        ))}
      </Group>
      <Badge color={colors[state]} className={classes['state'] ?? ''}>
        {t(`state_${state}`)}
      </Badge>
      {isUnanswered(invitation) && (
        <div className={classes['buttons']}>
          <IconButton label={t('again', { name })} icon={IconRefresh} onClick={() => onAgain(invitation)} />
          <IconButton label={t('takeBack', { name })} icon={IconX} onClick={() => onTakeBack(invitation)} />
        </div>
      )}
    </li>
  )
}

export function InvitationList() {
  const { t } = useTranslation('invitations')
  const all = useInvitations(({ items }) => items)
  const [hasEnded, setEnded] = useState(false)
  const [asked, setAsked] = useState<Invitation | null>(null)
  const [again, setAgain] = useState<Invitation | null>(null)
  const [made, setMade] = useState<FreshInvitation[]>([])
  useEffect(() => void ensureInvitations(), [])
  const waiting = all.filter((invitation) => stateOf(invitation) === 'waiting').length
  const open = all.filter(isUnanswered)
  const ended = all.filter((invitation) => !isUnanswered(invitation))
  if (all.length === 0) return null
  return (
    <section aria-label={t('title')} className={classes['list']}>
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h4">
          {t('open', { count: waiting })}
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
            <Row key={invitation.id} invitation={invitation} onAgain={setAgain} onTakeBack={setAsked} />
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
      {again && <AgainDialog invitation={again} onMade={setMade} onClose={() => setAgain(null)} />}
      {!again && made.length > 0 && <LinksDialog made={made} onClose={() => setMade([])} />}
    </section>
  )
}
