// What stands in a conversation without messages: that they are on their way, did not come, or do not exist.
import { useEffect, useState } from 'react'
import { Button, Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconMessage2 } from '@tabler/icons-react'
import { errorText } from '#platform/net/error-text.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { EmptyState } from '../../tables/EmptyState.tsx'
import classes from './conversation.module.css'

const widths = [46, 62, 38, 54, 30, 58, 42]

/** Milliseconds of waiting from which on there is something to see of it: what comes sooner would only flicker. */
const patience = 150

function Waiting() {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), patience)
    return () => clearTimeout(timer)
  }, [])
  if (!isLong) return null
  return (
    <div className={classes['skeleton']} aria-hidden>
      {widths.map((width, index) => (
        <Skeleton
          key={width}
          height={index % 3 === 1 ? 58 : 38}
          width={`${width}%`}
          radius="lg"
          {...(index % 3 === 0 && { ml: 'auto' })}
        />
      ))}
    </div>
  )
}

export interface ConversationFillProps {
  phase: 'idle' | 'loading' | 'refreshing' | 'ready' | 'failed'
  error: unknown
  failedText: string
  /** How the first message comes here. */
  hint: string
  onRetry: () => void
}

export function ConversationFill({ phase, error, failedText, hint, onRetry }: ConversationFillProps) {
  const { t } = useTranslation(['messages', 'words'])
  if (phase === 'ready') return <EmptyState icon={IconMessage2} title={t('noMessages')} text={hint} />
  if (phase !== 'failed') return <Waiting />
  return (
    <EmptyState
      icon={IconAlertTriangle}
      title={failedText}
      text={errorText(error)}
      action={
        <Button variant="default" mt="xs" onClick={onRetry}>
          {t('words:retry')}
        </Button>
      }
    />
  )
}
