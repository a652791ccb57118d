// The help screen: a card for each video, and a way to talk to the support where there is one.
import { useEffect, useRef, useState } from 'react'
import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconHelp, IconMessageCircleQuestion, IconPlayerPlayFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Help } from '@guiche/shared/features/library/helps.ts'
import { showVersion } from '@guiche/shared/features/org/version.ts'
import { isReadable } from '@guiche/shared/kernel/languages.ts'
import { errorText } from '#platform/net/error-text.ts'
import { formatNumber } from '#platform/text/format.ts'
import { call } from '#platform/net/http.ts'
import { useLocalValue } from '#platform/state/local-store.ts'
import { EmptyState } from '#ui/tables/EmptyState.tsx'
import { PageHeader } from '#ui/layout/PageHeader.tsx'
import { refreshHelps, useHelps } from './helps.store.ts'
import { VideoDialog } from './VideoDialog.tsx'
import classes from './helps.module.css'

function Card({ help, onPlay }: { help: Help; onPlay: (card: HTMLElement) => void }) {
  const { t } = useTranslation('helps')
  return (
    <button type="button" className={classes['card']} onClick={(event) => onPlay(event.currentTarget)}>
      <span className={classes['picture']}>
        <span className={classes['play']}>
          <IconPlayerPlayFilled size={22} aria-hidden />
          <VisuallyHidden>{t('play')}</VisuallyHidden>
        </span>
      </span>
      <span className={classes['title']}>{help.title}</span>
      {help.description !== '' && <span className={classes['about']}>{help.description}</span>}
    </button>
  )
}

/** Where the support chats; null while that is not known, and where there is none. */
function useSupportUrl(): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    // Without an answer there is no button, which is no harm.
    void call(showVersion).then(
      ({ supportUrl }) => setUrl(supportUrl ?? null),
      () => undefined
    )
  }, [])
  return url
}

export function HelpsPage() {
  const { t } = useTranslation(['helps', 'words'])
  const { items: all, phase, error } = useHelps()
  const spoken = useLocalValue('language')
  const items = all.filter(({ language }) => isReadable(language, spoken))
  const [played, setPlayed] = useState<Help | null>(null)
  const supportUrl = useSupportUrl()
  /** The card whose video plays: a frame takes the focus and gives it back to nobody. */
  const opener = useRef<HTMLElement | null>(null)
  const play = (help: Help, card: HTMLElement) => {
    opener.current = card
    setPlayed(help)
  }
  const stop = () => {
    setPlayed(null)
    opener.current?.focus()
  }
  useEffect(() => void refreshHelps(), [])
  const count = items.length
  const isLoading = phase === 'idle' || phase === 'loading'
  return (
    <>
      <PageHeader
        title={t('title')}
        text={phase === 'ready' && count > 0 ? t('count', { count, formatted: formatNumber(count) }) : undefined}
      />
      {isLoading && (
        <div className={classes['grid']} aria-busy="true">
          {Array.from({ length: 6 }, (_, at) => (
            <Skeleton key={at} height={220} radius="md" />
          ))}
        </div>
      )}
      {phase === 'failed' && (
        <EmptyState
          icon={IconAlertTriangle}
          title={t('words:listFailed')}
          text={errorText(error)}
          action={
            <Button variant="default" mt="xs" onClick={() => void refreshHelps()}>
              {t('words:retry')}
            </Button>
          }
        />
      )}
      {phase === 'ready' && count === 0 && (
        <EmptyState icon={IconHelp} title={t('words:emptyList')} text={t('emptyText')} />
      )}
      {count > 0 && (
        <div className={classes['grid']}>
          {items.map((help) => (
            <Card key={help.id} help={help} onPlay={(card) => play(help, card)} />
          ))}
        </div>
      )}
      {supportUrl !== null && (
        <Button
          component="a"
          href={supportUrl}
          target="_blank"
          rel="noreferrer"
          radius="xl"
          size="md"
          className={classes['support'] ?? ''}
          leftSection={<IconMessageCircleQuestion size={20} />}
        >
          {t('support')}
        </Button>
      )}
      {played && <VideoDialog help={played} onClose={stop} />}
    </>
  )
}
