// What came of doing the same with many tickets: how many of how many, why not the others, and the way back.
import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { UnchangedReason } from '@guiche/shared/features/inbox/ticket-bulk.ts'
import { ApiError } from '#platform/net/api-error.ts'
import { errorText } from '#platform/net/error-text.ts'
import { formatNumber } from '#platform/text/format.ts'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { dismissOutcome, undoLast, type BulkOutcome } from '../selection/ticket-bulk.store.ts'
import classes from './bulk-bar.module.css'

/** Why the others were left out, each reason once with how many. */
function useReasons({ results, error, total }: BulkOutcome): string[] {
  const { t } = useTranslation('bulk')
  const unchanged = Map.groupBy(
    results.flatMap((result) => (result.outcome === 'unchanged' ? [result.reason] : [])),
    (reason: UnchangedReason) => reason
  )
  const refused = Map.groupBy(
    results.flatMap((result) =>
      result.outcome === 'refused'
        ? [errorText(new ApiError(400, { error: result.error, values: result.values ?? {} }))]
        : []
    ),
    (text) => text
  )
  return [
    ...[...unchanged].map(([reason, { length }]) => t(reason, { count: length })),
    ...[...refused].map(([text, { length }]) => t('refused', { count: length, text })),
    ...(error === null ? [] : [t('unanswered', { count: total - results.length, text: errorText(error) })])
  ]
}

export function BulkOutcomeLine({ outcome }: { outcome: BulkOutcome }) {
  const { t } = useTranslation(['bulk', 'words'])
  const { kind, results, total, undo } = outcome
  const done = results.filter((result) => result.outcome === 'done').length
  const reasons = useReasons(outcome)
  const isWhole = done === total
  const counted = { count: done, done: formatNumber(done), total: formatNumber(total) }
  return (
    <div className={classes['line']} data-partial={!isWhole || undefined}>
      <span className={classes['words']} role="status">
        {isWhole ? t(`done_${kind}`, counted) : t(`part_${kind}`, counted)}
        {reasons.length > 0 && <span className={classes['reasons']}> {reasons.join(' ')}</span>}
      </span>
      {undo.length > 0 && (
        <Button size="compact-xs" variant="default" flex="none" onClick={() => void undoLast()}>
          {t('undo')}
        </Button>
      )}
      <IconButton label={t('words:close')} icon={IconX} size="md" onClick={dismissOutcome} />
    </div>
  )
}
