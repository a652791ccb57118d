// While an import runs: how far it is, with the way to its report.
import { useEffect, useState } from 'react'
import { Anchor, Progress, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ContactImport } from '@guiche/shared/features/inbox/contact-sheets.ts'
import classes from './contact-imports.module.css'
import { isUnderway, type ImportSource } from './contact-imports.store.ts'
import { ImportReport } from './ImportReport.tsx'
import { ImportState } from './ImportState.tsx'

export function ImportLine({ source }: { source: ImportSource }) {
  const { t } = useTranslation('contactSheets')
  const running = source.list.use(({ items }) => items.find(isUnderway))
  const [shown, setShown] = useState<ContactImport | null>(null)
  useEffect(() => void source.list.ensure(), [source])
  return (
    <>
      {running && (
        <div className={classes['line']}>
          <Text size="sm">
            {running.fileName}: <ImportState shown={running} />
          </Text>
          <Progress
            className={classes['bar'] ?? ''}
            value={running.total === 0 ? 0 : (running.done / running.total) * 100}
            aria-label={t('progress')}
          />
          <Anchor component="button" type="button" size="sm" onClick={() => setShown(running)}>
            {t('details')}
          </Anchor>
        </div>
      )}
      {shown !== null && <ImportReport source={source} shown={shown} onClose={() => setShown(null)} />}
    </>
  )
}
