// The parts of an entry: when, who, what with what it was done to, and from where.
import { Anchor, Badge, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { AuditLogEntry } from '@guiche/shared/features/org/audit.ts'
import { companyPage } from '@guiche/shared/kernel/console-pages.ts'
import { useUser } from '#platform/session/session.ts'
import { formatDate, formatTimeOfSecond } from '#platform/text/format.ts'
import { useActorName, useSentence } from './audit-words.ts'
import { subjectPage } from './subject-page.ts'

interface Cell {
  entry: AuditLogEntry
}

/** The day, and the time to the second. */
export const momentOf = ({ at }: AuditLogEntry): string => `${formatDate(at)} ${formatTimeOfSecond(at)}`

export function Who({ entry: { actor } }: Cell) {
  const { t } = useTranslation('audit')
  const nameOf = useActorName()
  const further = actor.kind === 'token' && actor.id !== null ? t('tokenOf', { id: actor.id }) : actor.email
  return (
    <>
      <Group gap={6}>
        <Text size="sm" fw={500}>
          {nameOf(actor)}
        </Text>
        {actor.kind === 'super' && actor.name !== null && <Badge color="gray">{t('kind_super')}</Badge>}
      </Group>
      {further !== null && (
        <Text size="xs" c="dimmed">
          {further}
        </Text>
      )}
    </>
  )
}

/** Nothing where somebody acted on themselves alone. */
function Subject({ entry }: Cell) {
  const { t } = useTranslation(['audit', 'settings'])
  const user = useUser()
  const { subject, actor } = entry
  const { type, id, label } = subject
  if (type === null || (type === 'user' && id === String(actor.id))) return null
  const setting =
    type === 'setting' ? t(`settings:name_${id}` as 'settings:name_call', { defaultValue: id ?? '' }) : null
  const name = setting ?? label ?? (id === null ? null : t('number', { id }))
  const kind = t(`type_${type}` as 'type_user', { defaultValue: type })
  const page = subjectPage(entry, user.super)
  return (
    <Text size="xs" c="dimmed">
      {kind}
      {name !== null && ': '}
      {name !== null && page !== null && (
        <Anchor component={Link} to={page} size="xs" underline="always" onClick={(event) => event.stopPropagation()}>
          {name}
        </Anchor>
      )}
      {page === null && name}
    </Text>
  )
}

function AboutCompany({ id }: { id: number }) {
  const { t } = useTranslation('audit')
  const user = useUser()
  const text = t('aboutCompany', { id })
  return (
    <Text size="xs" c="dimmed">
      {user.super ? (
        <Anchor
          component={Link}
          to={companyPage(id)}
          size="xs"
          underline="always"
          onClick={(event) => event.stopPropagation()}
        >
          {text}
        </Anchor>
      ) : (
        text
      )}
    </Text>
  )
}

export function What({ entry }: Cell) {
  const sentenceOf = useSentence()
  const { aboutCompanyId: about, subject } = entry
  const isSaid = subject.type === 'company' && subject.id === String(about)
  return (
    <>
      <Text size="sm" fw={500}>
        {sentenceOf(entry.action)}
      </Text>
      <Subject entry={entry} />
      {about !== null && !isSaid && <AboutCompany id={about} />}
    </>
  )
}

export function FromWhere({ entry: { address, agent } }: Cell) {
  return (
    <>
      <Text size="sm" className="g-numbers">
        {address ?? '–'}
      </Text>
      {agent !== null && (
        <Text size="xs" c="dimmed">
          {agent}
        </Text>
      )}
    </>
  )
}
