// Beside a conversation: whether the person agreed to hear of campaigns, since when and how that is known.
import { useEffect, useState } from 'react'
import { Button, Skeleton, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { errorText } from '#platform/net/error-text.ts'
import { useMay } from '#platform/session/session.ts'
import { formatDateTime } from '#platform/text/format.ts'
import { ConsentDialog } from './ConsentDialog.tsx'
import { ConsentLine } from './ConsentLine.tsx'
import { reloadConsents, showConsents, useConsents } from './consents.store.ts'
import classes from './consents.module.css'

function Newest() {
  const { t } = useTranslation(['consents', 'words'])
  const { items, phase, error } = useConsents()
  const [newest] = items
  if (newest) {
    return (
      <>
        <ConsentLine consent={newest} />
        <Text size="xs" c="dimmed" className="g-numbers">
          {formatDateTime(newest.createdAt)}
        </Text>
      </>
    )
  }
  if (phase === 'failed') {
    return (
      <Text size="sm" c="dimmed">
        {errorText(error)}{' '}
        <Button size="compact-xs" variant="default" onClick={() => void reloadConsents()}>
          {t('words:retry')}
        </Button>
      </Text>
    )
  }
  return phase === 'ready' ? (
    <Text size="sm" c="dimmed">
      {t('none')}
    </Text>
  ) : (
    <Skeleton height={20} />
  )
}

export function ConsentSection({ contactId, titleClass }: { contactId: number; titleClass: string | undefined }) {
  const { t } = useTranslation('consents')
  const { items } = useConsents()
  const [isEntering, setEntering] = useState(false)
  const mayEnter = useMay('contacts-page:write')
  useEffect(() => showConsents(contactId), [contactId])
  return (
    <section>
      <h3 className={titleClass}>{t('title')}</h3>
      <Newest />
      {mayEnter && (
        <Button
          size="compact-sm"
          variant="default"
          mt="xs"
          className={classes['enter'] ?? ''}
          onClick={() => setEntering(true)}
        >
          {t('enterTitle')}
        </Button>
      )}
      {isEntering && <ConsentDialog contactId={contactId} consents={items} onClose={() => setEntering(false)} />}
    </section>
  )
}
